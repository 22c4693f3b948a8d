/** Which piece is which from frame to frame, and what a view no longer has: the row just taken, the trick just won. */

import { expect, test } from "vitest";
import { roundsGains } from "../../src/kobako/games/donburiko/web/rounds";
import { rowJustTaken, withChips } from "../../src/kobako/games/donburiko/web/taken";
import { chipsOf, worth } from "../../src/kobako/games/donburiko/web/told";
import type { View as Donburiko, Lying } from "../../src/kobako/games/donburiko/web/view";
import { pieces } from "../../src/kobako/games/ice/web/pieces";
import { scoringOf } from "../../src/kobako/games/ice/web/scoring";
import { shownTrick } from "../../src/kobako/games/ice/web/trick";
import type { View as Ice } from "../../src/kobako/games/ice/web/view";
import { abreast, gathered, own } from "../../src/kobako/games/tokkuri/web/fit";
import { Mat } from "../../src/kobako/games/umbradeco/web/mat";
import { counted, identity } from "../src/kit/identity";
import { places } from "../src/kit/seats";
import type { LogItem } from "../src/lib/types";

test("a card keeps its key from the hand to the row, and its equal stays in the hand", () => {
  const keep = identity();
  const before = keep(counted("hand:0", ["4", "4", "L"]));
  const after = keep([...counted("hand:0", ["4", "L"]), { at: "row:B:0", kind: "4" }]);
  expect(after.get("row:B:0")).toBe(before.get("hand:0:4:1"));
  expect(after.get("hand:0:4:0")).toBe(before.get("hand:0:4:0"));
  expect(after.get("hand:0:L:0")).toBe(before.get("hand:0:L:0"));
});

test("what an opponent plays comes from the hidden hand, and asking again changes nothing", () => {
  const keep = identity();
  const before = keep(counted("hand:1", ["?", "?"]));
  const now = [...counted("hand:1", ["?"]), { at: "row:A:0", kind: "5" }];
  expect(keep(now).get("row:A:0")).toBe(before.get("hand:1:?:1"));
  expect(keep(now)).toEqual(keep(now));
});

test("nothing comes from a place where pieces end", () => {
  const keep = identity();
  const before = keep([{ at: "taken:0", kind: "4", ends: true }, ...counted("hand:1", ["?"])]);
  const after = keep([{ at: "row:A:0", kind: "4" }]);
  expect(after.get("row:A:0")).toBe(before.get("hand:1:?:0"));
});

test("no two pieces of a frame have one key", () => {
  const keep = identity();
  keep(counted("hand:0", ["1", "1", "2"]));
  const keys = [
    ...keep([
      { at: "a", kind: "1" },
      { at: "b", kind: "1" },
      { at: "c", kind: "1" },
    ]).values(),
  ];
  expect(new Set(keys).size).toBe(3);
});

test("you are at the near side, the others clockwise", () => {
  expect(places(2, 4)).toEqual({ near: 2, others: [3, 0, 1] });
  expect(places(null, 2)).toEqual({ near: 0, others: [1] });
});

const rows = (of: Donburiko["rows"]) => ({ rows: of }) as Donburiko;

test("the row just taken is shown with its cards turned up, while its wild acorns are counted too", () => {
  const look = rowJustTaken();
  const lying: Lying[] = [{ card: "3" }, { card: "?", face_down_by: 1 }, { card: "-1" }];
  look(rows({ A: lying }), [{ ply: 4, event: "added", seat: 1, row: "A" }]);
  const took: LogItem[] = [
    { ply: 5, event: "took", seat: 0, row: "A" },
    { ply: 5, event: "turned_up", seat: 0, card: "W", row: "A" },
    { ply: 5, event: "summed", seat: 0, row: "A", points: 3 },
  ];
  const taken = { row: "A", seat: 0, lying, cards: ["3", "W", "-1"], sum: 3 };
  expect(look(rows({}), took)).toEqual(taken);
  expect(look(rows({}), took)).toEqual(taken);
  expect(look(rows({}), [{ ply: 6, event: "counted", seat: 0, fives: 1 }])).toEqual(taken);
  expect(look(rows({}), [{ ply: 7, event: "added", seat: 1, row: "B" }])).toBeNull();
});

test("a row that is being taken is turned up card by card, and its chips stay on it", () => {
  const lying: Lying[] = [
    { card: "3" },
    { card: "?", face_down_by: 1 },
    { card: "-1" },
    { card: "L", face_down_by: 0 },
  ];
  const taken = { row: "A" as const, seat: 0, lying, cards: ["3", "W", "-1", "L"] as const, sum: 3 };
  const now = (...turned: Lying[]) =>
    withChips({ ...taken, cards: [...taken.cards] }, [...turned, ...lying.slice(turned.length)]);
  expect(now()).toEqual(lying);
  expect(now(lying[0]!, { card: "W" })).toEqual([lying[0], { card: "W", chip: true }, lying[2], lying[3]]);
  expect(now(lying[0]!, { card: "W" }, lying[2]!, { card: "L" })[3]).toEqual({ card: "L", chip: true });
});

test("what is told moves as many chips as the seats then have", () => {
  const events: LogItem[] = [
    { ply: 1, event: "laid", seat: 0, card: "4", row: "A" },
    { ply: 2, event: "added", seat: 1, card: "2", row: "A", chips: 1 },
    { ply: 3, event: "summed", seat: 1, row: "A", points: 6 },
    { ply: 3, event: "gathered", seat: 1, chips: 1 },
    { ply: 3, event: "scored", seat: 1, points: 6 },
    { ply: 3, event: "swept", chips: 2 },
  ];
  const sum = (of: (item: LogItem) => number) => events.reduce((all, item) => all + of(item), 0);
  expect([sum((item) => chipsOf(item, 0)), sum((item) => chipsOf(item, 1))]).toEqual([-1, 8]);
  expect(worth(events)).toBe(6);
  expect(worth(events.slice(0, 2))).toBeNull();
});

test("what a round brings is known to who has seen its beginning", () => {
  const at = (round: number, ...chips: number[]) =>
    ({ round, seats: chips.map((n) => ({ chips: n, credit: 0 })) }) as Donburiko;
  const gains = roundsGains();
  expect(gains(at(1, 5, 5), [])).toBeNull();
  gains(at(2, 7, 3), [{ ply: 9, event: "round", round: 2, seat: 0 }]);
  expect(gains(at(2, 13, 2), [])).toEqual([6, -1]);
});

test("after a gap nothing is told of the row", () => {
  const look = rowJustTaken();
  look(rows({ A: [{ card: "3" }] }), [{ ply: 2, event: "added", seat: 1, row: "A" }]);
  expect(look(rows({}), [{ ply: 5, event: "took", seat: 0, row: "A" }])).toBeNull();
});

test("a trick that is won stays to be seen until the next card", () => {
  const look = shownTrick();
  const first = { seat: 1, card: "S4" };
  look({ trick: [first], phase: "playing" } as Ice, [{ ply: 1, event: "played", seat: 1, card: "S4" }]);
  const won = look({ trick: [] as Ice["trick"], phase: "playing" } as Ice, [
    { ply: 2, event: "played", seat: 0, card: "S9" },
    { ply: 2, event: "gathered", seat: 0, cards: 2 },
  ]);
  expect(won).toEqual({ cards: [first, { seat: 0, card: "S9" }], winner: 0, done: true });
  const next = look({ trick: [{ seat: 0, card: "M1" }], phase: "playing" } as Ice, [
    { ply: 3, event: "played", seat: 0, card: "M1" },
  ]);
  expect(next).toEqual({ cards: [{ seat: 0, card: "M1" }], winner: null, done: false });
});

test("after a gap a won trick is not shown, nor a star without a card", () => {
  const look = shownTrick();
  const empty = { trick: [] as Ice["trick"], phase: "playing" } as Ice;
  const won = look(empty, [{ ply: 9, event: "gathered", seat: 0, cards: 2 }]);
  expect(won).toEqual({ cards: [], winner: null, done: false });
});

test("a new round begins without the last trick of the one before", () => {
  const look = shownTrick();
  look({ trick: [{ seat: 1, card: "S4" }], phase: "playing" } as Ice, [
    { ply: 1, event: "played", seat: 1, card: "S4" },
  ]);
  const end: LogItem[] = [
    { ply: 2, event: "played", seat: 0, card: "S9" },
    { ply: 2, event: "gathered", seat: 0, cards: 2 },
  ];
  const empty = { trick: [] as Ice["trick"], phase: "playing" } as Ice;
  expect(look(empty, end).done).toBe(true);
  expect(look(empty, [...end, { ply: 2, event: "round", round: 2, seat: 0 }]).cards).toEqual([]);
});

test("a card of a new round is no piece that lay on the table before it", () => {
  const keys = pieces();
  const at = (round: number, tiles: string[], cards: string[]) =>
    keys(
      {
        round,
        colours_in_play: ["S"],
        stock: { S: [2] },
        seats: [{ piled: { only: tiles } }],
      } as unknown as Ice,
      counted("hand:1", cards),
    );
  const taken = at(1, ["S+1"], ["?"]);
  const before = new Set([...taken.values(), ...at(1, ["S+1", "S+2"], []).values()]);
  const dealt = at(2, [], ["?", "?"]);
  expect([...dealt.values()].filter((key) => before.has(key))).toEqual([]);
  expect(dealt.size).toBe(3);
});

test("a round's end is told step by step: the fall, the points, the trophy", () => {
  const events: LogItem[] = [
    { ply: 9, event: "thrown_out", seat: 1 },
    { ply: 9, event: "scored", seat: 0, points: 7 },
    { ply: 9, event: "trophy", seat: 0, trophies: 2 },
  ];
  const [before, fallen, scored, won] = [0, 1, 2, 3].map((told) => scoringOf({ events, told }));
  expect([before!.fallen, fallen!.fallen]).toEqual([false, true]);
  expect([fallen!.points.get(0), scored!.points.get(0)]).toEqual([undefined, 7]);
  expect([scored!.winners, won!.winners]).toEqual([[], [0]]);
});

test("one comes to the cells of a mat column by column, from the top", () => {
  const names = new Mat(4).cells.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  expect(new Mat(4).middle?.name).toBe("d4");
});

test("one's own flasks stand in the middle, beside a place for the next, where the mat has the room", () => {
  expect(own(0, 1, 500, 70)).toEqual({ places: 1, before: 0 });
  for (const laid of [1, 2, 5]) expect(own(laid, 1, 500, 70)).toEqual({ places: laid + 2, before: 1 });
  expect(own(6, 1, 500, 70)).toEqual({ places: 7, before: 0 });
  expect(own(3, 0, 500, 70)).toEqual({ places: 3, before: 0 });
});

test("flasks that are gathered stand in as few rows as they can, the last row in the middle of those above", () => {
  expect([1, 2, 3, 4, 5].map((places) => abreast(200, 500, places, 70))).toEqual([1, 2, 2, 2, 2]);
  expect([1, 2, 3, 4, 5].map((places) => abreast(500, 130, places, 70))).toEqual([1, 2, 3, 4, 5]);
  expect([0, 1, 2].map((i) => gathered(i, 3, 2))).toEqual([
    { row: 1, line: 1 },
    { row: 1, line: 3 },
    { row: 2, line: 2 },
  ]);
  expect(gathered(0, 1, 1)).toEqual({ row: 1, line: 1 });
});
