import { expect, test } from "vitest";
import { ask, isLive, name, pick } from "../src/generic/choosing";
import { type Item, layOut, placesOf } from "../src/generic/layout";
import type { ShownView } from "../src/lib/protocol";
import type { Legal } from "../src/lib/types";

const move = (id: number, kind: string, parts: Record<string, string | number> = {}): Legal => ({
  id,
  text: `${kind} ${Object.values(parts).join(" ")}`.trim(),
  kind,
  ...parts,
});
const nothing = () => false;
const typesOf = (items: Item[]) => Object.fromEntries(items.map((item) => [item.key, item.type]));

// A hand of cards that are added to rows, or a whole row is taken.
const VIEW: ShownView = {
  round: 2,
  to_move: 0,
  phase: "play",
  last_round: false,
  rows: { A: [{ card: "4" }], B: [{ card: "1" }, { card: "?", face_down_by: 1 }] },
  seats: [
    { chips: 5, hand: ["4", "7"], has_taken: true },
    { chips: 1, hand: ["?", "?"], has_taken: false },
  ],
  aside: null,
  deck: Array(12).fill("?"),
};
const LEGAL = [
  move(0, "up", { card: "4", row: "A" }),
  move(1, "down", { card: "4", row: "A" }),
  move(2, "up", { card: "7", row: "B" }),
  move(3, "take", { row: "B" }),
  move(4, "guess", { number: 1 }),
  move(5, "guess", { number: 2 }),
  move(6, "pass"),
];

test("what belongs to a seat is on its plate, the rest in the middle", () => {
  const { seats, middle } = layOut(VIEW, 2, nothing);
  expect(typesOf(seats[0]!)).toEqual({ chips: "fact", hand: "row", has_taken: "mark" });
  expect(typesOf(seats[1]!)).toEqual({ chips: "fact", hand: "row" });
  expect(typesOf(middle)).toEqual({ round: "fact", rows: "groups", aside: "fact", deck: "row" });
});

test("without seats, lists as long as there are players are the seats'", () => {
  const { seats, middle } = layOut({ points: [3, 1], shown: ["rock", null], goal: 3 }, 2, nothing);
  expect(seats.map(typesOf)).toEqual([
    { points: "fact", shown: "fact" },
    { points: "fact", shown: "fact" },
  ]);
  expect(typesOf(middle)).toEqual({ goal: "fact" });
  expect(typesOf(layOut({ shown: ["rock", null] }, 2, () => true).seats[0]!)).toEqual({ shown: "row" });
});

test("many that are alike are one with a count, and an empty place is one", () => {
  const deck = layOut(VIEW, 2, nothing).middle.find((item) => item.key === "deck");
  expect(deck).toMatchObject({ pieces: [{ value: "?", count: 12 }] });
  const aside = layOut(VIEW, 2, nothing, new Set(["aside"])).middle.find((item) => item.key === "aside");
  expect(aside).toMatchObject({ pieces: [{ value: null, count: 1 }] });
});

test("rows of rows are a grid, and sides that differ make a thing", () => {
  const { middle } = layOut(
    {
      board: [
        ["X", null],
        [null, "O"],
      ],
      playing: { card: "7", level: 3 },
    },
    3,
    nothing,
  );
  expect(typesOf(middle)).toEqual({ board: "grid", playing: "things" });
});

const laid = layOut(VIEW, 2, nothing);
const PLACES = new Map([...placesOf(laid.seats[0]!), ...placesOf(laid.middle)]);
const NAMED = name(LEGAL, PLACES);

test("moves name the pieces where most of them lie: cards of the hand, not one of a row", () => {
  expect(NAMED.at).toEqual(
    new Map([
      ["seat0.hand", ["card"]],
      ["middle.rows{}", ["row"]],
    ]),
  );
  expect(NAMED.nowhere).toEqual(new Map([["number", [1, 2]]]));
});

test("what is picked narrows the moves until one is left", () => {
  const card = pick(LEGAL, {}, ["card"], "4");
  expect(card).toEqual({ picked: { card: "4" }, move: null });
  expect(pick(LEGAL, card.picked, ["row"], "A")).toEqual({ picked: { card: "4", row: "A" }, move: null });
  expect(pick(LEGAL, {}, ["card"], "7").move).toBe(LEGAL[2]);
  expect(pick(LEGAL, { card: "4" }, ["card"], "4").picked).toEqual({});
  // What does not go with the rest begins anew.
  expect(pick(LEGAL, { card: "4" }, ["row"], "B")).toEqual({ picked: { row: "B" }, move: null });
  expect(isLive(LEGAL, { card: "4" }, "card", "7")).toBe(true);
  expect(isLive(LEGAL, { card: "4" }, "row", "B")).toBe(false);
  expect(isLive(LEGAL, {}, "card", null)).toBe(false);
});

test("asked are moves that name no more, and values that lie nowhere", () => {
  const first = ask(LEGAL, {}, NAMED);
  expect(first.moves).toEqual([LEGAL[6]]);
  expect(first.values).toEqual(new Map([["number", [1, 2]]]));
  expect(first.pieces).toBe(true);
  expect(ask(LEGAL, { card: "4", row: "A" }, NAMED)).toEqual({
    moves: [LEGAL[0], LEGAL[1]],
    values: new Map(),
    pieces: false,
  });
  expect(ask(LEGAL, { row: "B" }, NAMED)).toMatchObject({ moves: [LEGAL[3]], pieces: true });
});

test("a move from place to place names either end at the same places", () => {
  const cells = new Map([["board", new Set(["a", "b", "c"])]]);
  const steps = [
    move(0, "go", { from: "a", to: "b" }),
    move(1, "go", { from: "a", to: "c" }),
    move(2, "go", { from: "b", to: "c" }),
  ];
  const named = name(steps, cells);
  expect(named.at.get("board")).toEqual(["from", "to"]);
  const from = pick(steps, {}, ["from", "to"], "a");
  expect(from.picked).toEqual({ from: "a" });
  expect(pick(steps, from.picked, ["from", "to"], "c").move).toBe(steps[1]);
  // A value that lies nowhere and is picked stays there to be changed.
  const nowhere = name(steps, new Map());
  expect(ask(steps, { from: "a" }, nowhere).values).toEqual(
    new Map([
      ["from", ["a", "b"]],
      ["to", ["b", "c"]],
    ]),
  );
});

test("null is nothing said, but an empty place where a card has lain", () => {
  const places = new Set<string>();
  const typeOf = (aside: string | null) => typesOf(layOut({ aside, limit: null }, 2, nothing, places).middle);
  expect(typeOf(null)).toEqual({ aside: "fact", limit: "fact" });
  expect(typeOf("B4")).toEqual({ aside: "row", limit: "fact" });
  expect(typeOf(null)).toEqual({ aside: "row", limit: "fact" });
});

test("cards whose order may matter are not counted together", () => {
  const counts = (pile: string[]) => {
    const [item] = layOut({ pile }, 2, nothing).middle;
    return item?.type === "row" ? item.pieces.map((piece) => piece.count) : [];
  };
  expect(counts(["1", "1", "2", "3", "3", "3", "4", "5", "6"])).toEqual([2, 1, 3, 1, 1, 1]);
  expect(counts(["1", "1", "2", "1", "3", "3", "4", "5", "6"])).toEqual(Array(9).fill(1));
});
