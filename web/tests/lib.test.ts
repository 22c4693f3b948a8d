import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { digest, sha256 } from "../src/lib/deal";
import { markdown, spans } from "../src/lib/markdown";
import type { GameShown, OptionShown } from "../src/lib/protocol";
import { lastMove, mergeLog } from "../src/lib/viewer.svelte";
import { asked, optionsFor, seatsFor, swapped, WAYS, wayOf, wishFor } from "../src/lib/wish";

const item = (ply: number, event = "took") => ({ ply, event });

test("the log keeps what it has and adds what is new", () => {
  const log = [item(1), item(2), item(3)];
  expect(mergeLog(log, { from: 3, items: [item(4)] })).toEqual([...log, item(4)]);
  expect(mergeLog(log, { from: 1, items: [item(2, "undone")] })).toEqual([item(1), item(2, "undone")]);
  expect(mergeLog(log, { from: 0, items: [] })).toEqual([]);
});

test("the last move is all that its action caused, whatever is said after it", () => {
  expect(lastMove([item(1), item(2), item(2, "scored"), item(2, "said")])).toEqual([item(2), item(2, "scored")]);
  expect(lastMove([])).toEqual([]);
});

test("SHA-256 is SHA-256, with the browser's help and without", async () => {
  for (const length of [0, 1, 32, 55, 56, 63, 64, 65, 200]) {
    const text = "a1b2".repeat(50).slice(0, length);
    const right = createHash("sha256").update(text).digest("hex");
    expect(Buffer.from(digest(new TextEncoder().encode(text))).toString("hex")).toBe(right);
    expect(await sha256(text)).toBe(right);
  }
});

test("rulebooks: rules, rulings, tables, lists", () => {
  const [heading, rule, table, list] = markdown(
    "## Setup\n\n**DON-2** Chips. *Ruling:* points\nand `4>B`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  more\n- two",
  );
  expect(heading).toMatchObject({ is: "heading", level: 2 });
  expect(rule).toMatchObject({ is: "paragraph", rule: "DON-2", ruling: true });
  expect(table).toMatchObject({ is: "table", head: [spans("a"), spans("b")], rows: [[spans("1"), spans("2")]] });
  expect(list).toMatchObject({ is: "list", items: [spans("one more"), spans("two")] });
});

test("Japanese lines are joined without a space, and no text becomes markup", () => {
  expect(markdown("山札は\n18枚です。")).toMatchObject([{ text: [{ is: "text", text: "山札は18枚です。" }] }]);
  expect(spans("<b>x</b>")).toEqual([{ is: "text", text: "<b>x</b>" }]);
});

const option = (name: string, values: Record<number, string[]>, free = false) => ({
  name,
  default: "",
  allowed: "",
  values,
  free,
  several: [],
});
const game = (name: string, ...options: OptionShown[]): GameShown => ({
  name,
  titles: {},
  about: {},
  players: [2, 3, 4],
  options,
  rules: 1,
  events: {},
  table: null,
  emblem: null,
  picture: null,
  lessons: 0,
});
const tokkuri = game(
  "tokkuri",
  option("first", { 2: ["drawn", "0", "1"], 4: ["drawn", "0", "1", "2", "3"] }),
  option("rounds", { 2: ["3", "8"], 4: ["3", "8"] }),
);

test("what does not apply to the number of players is not asked for, and stays wished for", () => {
  const ice = game(
    "ice",
    option("hand", { 2: ["10", "12"] }),
    option("deck", { 2: [], 3: [] }, true),
    ...tokkuri.options,
  );
  const wish = {
    seats: ["me", "regular"],
    options: { hand: "12", first: "3", deck: "5 x2" },
    public: false,
    clock: 0,
    practice: false,
  };
  expect(asked(ice, wish, "", "").options).toEqual({ hand: "12", deck: "5 x2" });
  expect(asked(ice, { ...wish, seats: ["me", "regular", "regular"] }, "", "").options).toEqual({ deck: "5 x2" });
  expect(asked(tokkuri, { ...wish, seats: ["me", "novice", "novice", "novice"] }, "", "").options).toEqual({
    first: "3",
  });
  expect(optionsFor(ice, 3).map((one) => one.name)).toEqual(["deck"]);
});

test("ways to play are seats, and seats are asked of the server", () => {
  for (const way of WAYS) expect(wayOf(seatsFor(way, 3, "novice"), "novice")).toBe(way);
  expect(wayOf(["me", "open", "novice"], "novice")).toBe(null);
  const wish = {
    seats: ["me", "here", "open", "master"],
    options: { first: "", rounds: "3" },
    public: false,
    clock: 5,
    practice: true,
  };
  expect(asked(tokkuri, { ...wish, seats: ["me", "master"] }, "Aya", "Guest").practice).toBe(true);
  expect(asked(tokkuri, wish, "Aya", "Guest")).toEqual({
    game: "tokkuri",
    players: 4,
    options: { rounds: "3" },
    private: true,
    clock: { bank: 300, per_move: 10 },
    practice: false,
    seats: [
      { by: "person", name: "Aya" },
      { by: "person", name: "Guest 2" },
      { by: "open" },
      { by: "bot", level: "master" },
    ],
  });
});

test("a level that the server does not offer any more becomes the usual one", () => {
  const kept = JSON.stringify({ seats: ["me", "open", "night_owl", "master"], clock: 5 });
  globalThis.localStorage = { getItem: (key: string) => (key === "kobako.wish.ice" ? kept : null) } as Storage;
  expect(wishFor("ice", ["novice", "master"], "novice").seats).toEqual(["me", "open", "novice", "master"]);
  expect(wishFor("ice", ["novice", "master"], "novice").clock).toBe(5);
  expect(wishFor("kotori", ["random"], "random").seats).toEqual(["me", "random", "random"]);
});

test("of several things that are chosen together, pressing one gives another possible choice", () => {
  const flavours = { ...option("colours", {}), several: ["s", "c", "m", "v"] };
  const values = ["s c m", "s c v", "s m v", "c m v"];
  expect(swapped(flavours, values, "s c m", "v")).toBe("c m v");
  expect(swapped(flavours, values, "s c m", "c")).toBe("s m v");
  for (const now of values) {
    for (const pressed of flavours.several) {
      const after = swapped(flavours, values, now, pressed);
      expect(values).toContain(after);
      expect(after.split(" ").includes(pressed)).toBe(!now.split(" ").includes(pressed));
    }
  }
});
