import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readCounts, sumOf, writeCounts } from "../src/lib/counts";
import { digest, sha256 } from "../src/lib/deal";
import { markdown, spans } from "../src/lib/markdown";
import type { GameShown, OptionShown } from "../src/lib/protocol";
import { lastMove, mergeLog, stepOf, stood } from "../src/lib/viewer.svelte";
import {
  asked,
  byRulebook,
  keepWish,
  optionsFor,
  seatsFor,
  swapped,
  variant,
  WAYS,
  wayOf,
  wishFor,
} from "../src/lib/wish";

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
  house_values: {},
  free,
  several: [],
  counted: null,
});
const game = (name: string, ...options: OptionShown[]): GameShown => ({
  name,
  titles: {},
  about: {},
  players: [2, 3, 4],
  options,
  house_rules: [],
  rules: 1,
  events: {},
  table: null,
  emblem: null,
  picture: null,
  lessons: 0,
  study: false,
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
    house: {},
    public: false,
    clock: 0,
    practice: false,
  };
  expect(asked(ice, wish, "").options).toEqual({ hand: "12", deck: "5 x2" });
  expect(asked(ice, { ...wish, seats: ["me", "regular", "regular"] }, "").options).toEqual({ deck: "5 x2" });
  expect(asked(tokkuri, { ...wish, seats: ["me", "novice", "novice", "novice"] }, "").options).toEqual({
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
    house: {},
    public: false,
    clock: 5,
    practice: true,
  };
  expect(asked(tokkuri, { ...wish, seats: ["me", "master"] }, "Aya").practice).toBe(true);
  expect(asked(tokkuri, wish, "Aya")).toEqual({
    game: "tokkuri",
    players: 4,
    options: { rounds: "3" },
    private: true,
    clock: { bank: 300, per_move: 10 },
    practice: false,
    seats: [
      { by: "person", name: "Aya" },
      { by: "person", name: "", face: "kitsune" },
      { by: "open" },
      { by: "bot", level: "master" },
    ],
  });
  const here = asked(tokkuri, { ...wish, seats: ["me", "here", "here"] }, "Aya", "kitsune").seats;
  expect(new Set(here?.map((seat) => seat.face)).size, "all who share a screen have faces of their own").toBe(3);
});

test("a level that the server does not offer any more becomes the usual one", () => {
  const kept = JSON.stringify({ seats: ["me", "open", "night_owl", "master"], clock: 5 });
  globalThis.localStorage = { getItem: (key: string) => (key === "kobako.wish.ice" ? kept : null) } as Storage;
  expect(wishFor("ice", ["novice", "master"], "novice").seats).toEqual(["me", "open", "novice", "master"]);
  expect(wishFor("ice", ["novice", "master"], "novice").clock).toBe(5);
  expect(wishFor("kotori", ["random"], "random").seats).toEqual(["me", "random", "random"]);
  expect(wishFor("kotori", ["novice", "regular"], "regular", "novice").seats, "a first game").toEqual([
    "me",
    "novice",
    "novice",
  ]);
  expect(wishFor("ice", ["novice", "regular"], "regular", "novice").seats, "not the first").toEqual([
    "me",
    "open",
    "regular",
    "regular",
  ]);
});

test("house rules are asked for where they leave the rulebook, within what they may be, and are not kept", () => {
  const ice: GameShown = {
    ...game("ice", { ...option("hand", { 2: ["10", "12"] }), default: "10", house_values: { 2: ["3", "11"] } }),
    house_rules: [
      {
        name: "goal",
        rule: "ICE-10",
        spans: { 2: { least: 1, most: 5, rulebook: 3 }, 4: { least: 1, most: 5, rulebook: 3 } },
      },
      { name: "hand", rule: "ICE-2", spans: { 4: { least: 3, most: 10, rulebook: 10 } } },
    ],
  };
  const two = wishFor("ice", ["novice"], "novice");
  const wish = { ...two, seats: ["me", "novice"], options: { hand: "11" }, house: { goal: 99, hand: 4, nonsense: 1 } };
  expect(asked(ice, wish, "").options).toEqual({ hand: "11", goal: "5" });
  expect(variant(ice, wish).rulebook).toEqual({ goal: "3", hand: "10" });
  const four = { ...wish, seats: ["me", "novice", "novice", "novice"], house: { goal: 3, hand: 4 } };
  expect(asked(ice, four, "").options).toEqual({ hand: "4" });
  expect(asked(ice, byRulebook(ice, four), "").options).toEqual({});
  const stored: Record<string, string> = {};
  globalThis.localStorage = {
    setItem: (key: string, text: string) => (stored[key] = text),
    getItem: (key: string) => stored[key] ?? null,
  } as unknown as Storage;
  keepWish(ice, wish);
  expect(variant(ice, wishFor("ice", ["novice"], "novice")).rulebook).toEqual({});
  expect(wishFor("ice", ["novice"], "novice").seats).toEqual(["me", "novice"]);
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

test("a list with numbers is read and written, and what must be there is there", () => {
  const counted = { kind: "card", usual: { "5": 2, "9+4": 1 }, others: ["1"], fixed: { dummy: 3 }, total: 3 };
  expect(readCounts("", counted)).toEqual({ "5": 2, "9+4": 1, "1": 0 });
  expect(writeCounts(readCounts("", counted), counted)).toBe("");
  const own = readCounts("5, 1 x2, dummy x3", counted);
  expect(own).toEqual({ "5": 1, "9+4": 0, "1": 2 });
  expect(sumOf(own)).toBe(3);
  expect(readCounts(writeCounts(own, counted), counted)).toEqual(own);
  expect(writeCounts(own, counted)).toContain("dummy x3");
  expect(readCounts("7+7+7*", counted)["7+7+7*"]).toBe(1);
});

test("a step that tells of numbers is looked at longer than a card turned up", () => {
  expect(stepOf({ ply: 4, event: "scored", seat: 0, points: 7 })).toBeGreaterThan(
    stepOf({ ply: 4, event: "played", seat: 1, card: "S4" }),
  );
});

test("a moment shows the table as it stood at each of its events", () => {
  const [before, landed, scored] = [{ scoops: 2 }, { scoops: 3 }, { scoops: 3, trophies: 1 }];
  const still = { at: 14, view: scored, steps: [{ at: 11, view: landed }] };
  expect(stood(still, 10, before)).toEqual([before, landed, landed, landed, scored]);
  expect(stood({ ...still, steps: [] }, 13, before)).toEqual([scored, scored]);
});
