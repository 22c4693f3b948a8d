/** What the browser says is what the terminal says: the cases come from the Python side. */

import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { Mat } from "../../src/kobako/games/umbradeco/web/mat";
import { coachWords, tipWords } from "../src/lib/coach";
import { format } from "../src/lib/format";
import { kindsWords, moveWords, piecesWords } from "../src/lib/moves";
import { seatNames } from "../src/lib/names";
import type { SeatShown } from "../src/lib/protocol";
import { tieWords } from "../src/lib/status";
import type { Legal, LogItem } from "../src/lib/types";
import { type Catalogue, type EventKinds, type Lang, type Refused, TABLE_EVENTS, words } from "../src/lib/words.svelte";

interface Cases {
  catalogues: Record<Lang, Catalogue>;
  kinds: Record<string, EventKinds>;
  table_events: EventKinds;
  sentences: { game: string; lang: Lang; item: LogItem; names: string[]; said: string }[];
  refusals: { game: string; lang: Lang; refused: Refused; said: string }[];
  moves: { game: string; lang: Lang; legal: Legal[]; names: string[]; said: string[]; kinds: string }[];
  options: { game: string; lang: Lang; option: string; called: string; values: string[]; said: string[] }[];
  players: { lang: Lang; seats: SeatShown[]; said: string[] }[];
}

let cases: Cases;

beforeAll(() => {
  const python = process.env.KOBAKO_PYTHON ?? ".venv/bin/python";
  const text = execFileSync(python, ["-m", "tests.web.sentences"], { cwd: "..", maxBuffer: 1 << 28 });
  cases = JSON.parse(text.toString());
  for (const lang of ["en", "ja"] as const) words.learn(lang, cases.catalogues[lang]);
  for (const [game, kinds] of Object.entries(cases.kinds)) words.learnKinds(game, kinds);
}, 60_000);

test("events of games and of tables are told as Python tells them", () => {
  expect(TABLE_EVENTS).toEqual(cases.table_events);
  expect(cases.sentences.length).toBeGreaterThan(500);
  words.notation = true; // a terminal's pieces have nothing but their names
  for (const { game, lang, item, names, said } of cases.sentences) {
    words.lang = lang;
    expect(words.sentence(game, item, names)).toBe(said);
  }
});

test("refusals are told as Python tells them, every code of them", () => {
  const told = new Set(cases.refusals.map(({ refused }) => refused.code));
  expect([...Object.keys(cases.catalogues.en.screen.refusal!)].filter((code) => !told.has(code))).toEqual([]);
  for (const { game, lang, refused, said } of cases.refusals) {
    words.lang = lang;
    expect(words.refusal(refused, game)).toBe(said);
    expect(said).not.toMatch(/[{}]/);
  }
});

test("moves, options and players are called as Python calls them", () => {
  for (const { game, lang, legal, names, said, kinds } of cases.moves) {
    words.lang = lang;
    expect(legal.map((move) => moveWords(game, move, names))).toEqual(said);
    expect(kindsWords(game, legal)).toBe(kinds);
  }
  for (const { game, lang, option, called, values, said } of cases.options) {
    words.lang = lang;
    expect(words.option(game, option)).toBe(called);
    expect(values.map((value) => words.optionValue(game, option, value))).toEqual(said);
  }
  for (const { lang, seats, said } of cases.players) {
    words.lang = lang;
    expect(seatNames(seats)).toEqual(said);
  }
});

test("a cell is called as the eye finds it, unless one asks for notation", () => {
  const move: Legal = { id: 0, text: "R d2", kind: "place", colour: "R", cell: "d2" };
  words.lang = "en";
  words.notation = false;
  expect(moveWords("umbradeco", move, [])).toBe("place red on column 4, cell 2");
  words.notation = true;
  expect(moveWords("umbradeco", move, [])).toBe("place red on d2");
  for (const lang of ["en", "ja"] as const) {
    words.lang = lang;
    for (const { name } of new Mat(5).cells) expect(words.has("umbradeco", "seen", name)).toBe(true);
  }
});

test("a move of a game without sentences for moves is its kind and its pieces", () => {
  const move: Legal = { id: 0, text: "rock", kind: "show", shape: "rock" };
  const games = { janken: { kind: { show: "出す" }, shape: { rock: "グー" } } };
  words.learn("ja", { ...cases.catalogues.ja, games });
  words.lang = "ja";
  expect(moveWords("janken", move, [])).toBe("出す：グー");
  expect(piecesWords("janken", move, [])).toBe("グー");
  words.learn("ja", cases.catalogues.ja);
});

test("a move on a button is the sentence that is said of it elsewhere", () => {
  const move: Legal = { id: 0, text: "S3", kind: "play", card: "S3" };
  words.lang = "ja";
  expect(piecesWords("ice", move, [])).toBe("苺3を出す");
  expect(moveWords("ice", move, [])).toBe("苺3を出す");
});

test("a tie that was broken is told, in a game that has words for it", () => {
  words.lang = "en";
  expect(tieWords("kotori", [4, 4, 2], [1, 2, 3])).toContain("highest number");
  expect(tieWords("kotori", [4, 4, 2], [1, 1, 3])).toBe("");
  expect(tieWords("kotori", [4, 3, 3], [1, 2, 2])).toBe("");
  expect(tieWords("ice", [4, 4, 2], [1, 2, 3])).toBe("");
});

test("seats are counted from 1", () => {
  words.lang = "en";
  expect(words.seat(0, [])).toBe("Seat 1");
  expect(words.optionValue("ice", "first", "0")).toBe("Seat 1");
});

test("bots are called by our words, and others by their own names made readable", () => {
  words.lang = "ja";
  expect(words.bot("master")).toBe("名人");
  expect(words.bot("night_owl-2")).toBe("Night owl 2");
});

describe("format", () => {
  test("counts", () => {
    expect(format("{n:chip|chips}", { n: 1 })).toBe("1 chip");
    expect(format("{n:chip|chips}", { n: -1 })).toBe("−1 chip");
    expect(format("{n:chip|chips}", { n: 0 })).toBe("0 chips");
    expect(format("{n:nothing|# points}", { n: 0 })).toBe("nothing");
    expect(format("{n} points", { n: -6 })).toBe("−6 points");
    expect(format("{move}", { move: "-1>B" })).toBe("-1>B"); // notation is as it is typed
    expect(format("{n:nothing|# points}", { n: -2 })).toBe("−2 points");
  });
  test("leaves what it is not given", () => {
    expect(format("{who} and {what}", { who: "Aya" })).toBe("Aya and {what}");
  });
});

describe("a coach", () => {
  const thought = (share: number, [best, next] = [0, 1]) => ({
    candidates: [best!, next!].map((action, i) => ({ action, text: "", visits: 50, share: i ? share : 0.5 })),
    why: [{ fact: "spares", values: { best: 10 * best!, mine: 10 * next! } }],
  });
  const legal: Legal[] = [
    { id: 0, text: "bid", kind: "bid" },
    { id: 1, text: "pass", kind: "pass" },
  ];
  const would = {
    bid: { sum: 9, beat: 7, gain: 3, risk: { hits: 5, cards: 51, percent: 10 }, spares: 0, bursts: [6] },
    pass: { sum: 3, beat: 7, gain: 3, risk: null, spares: 10 },
  };

  test("says what to do in a sentence, and why in another, without numbers of the search", () => {
    words.lang = "en";
    const said = coachWords("kotori", thought(0.2, [1, 0]), legal, [], would);
    expect(said).toBe("I would pass. It spares you the risk of a burst: a bid has 10%.");
    words.lang = "ja";
    expect(coachWords("kotori", thought(0.2), legal, [], would)).toMatch(/^値付けするのがよさそうです。合計は9/);
  });

  test("names the risk, what is to be beaten and the prize", () => {
    words.lang = "en";
    expect(coachWords("kotori", thought(0.2), legal, [], would)).toBe(
      "I would bid. It makes 9, and 5 of the 51 cards that may come next would make you burst: 10%. " +
        "The best of the others is 7, and winning would bring you 3 birds.",
    );
  });

  test("says what a move brings where all are as good", () => {
    words.lang = "en";
    const said = coachWords("kotori", thought(0.5), legal, [], would);
    expect(said).toMatch(/^Nothing to fear here: .* You could bid\. It makes 9, and 5 of the 51 cards /);
    // What cannot be told of a move is left out, and no hole is left.
    expect(coachWords("kotori", thought(0.5), legal, [], { bid: { sum: 9, risk: null } })).toMatch(/You could bid\.$/);
  });

  test("gives no reason that speaks against the move", () => {
    words.lang = "en";
    const { why } = thought(0.2);
    expect(why[0]?.values).toEqual({ best: 0, mine: 10 });
    expect(coachWords("kotori", thought(0.2), legal, [], would)).toMatch(/^I would bid\. It makes 9, /);
  });

  test("tells a span of numbers as one", () => {
    words.lang = "en";
    const move: Legal = { id: 0, text: "4>A", kind: "add_up", card: "4", row: "A" };
    const row = (least: number, most: number) => ({
      "4>A": { row: { least, most }, full: false, chips: 1, score: null },
    });
    expect(tipWords("donburiko", move, row(-2, 3))).toBe("It brings 1 chip, and the row then counts −2–3.");
    expect(tipWords("donburiko", move, row(4, 4))).toBe("It brings 1 chip, and the row then counts 4.");
  });
});

test("who tried what is not allowed is told why, not the number of a rule", () => {
  const item: LogItem = { ply: 0, event: "refused", seat: 0, rule: "KOT-4" };
  words.lang = "en";
  expect(words.sentence("kotori", item, ["Lena"])).toMatch(
    /^Lena tries something that is not allowed: you cannot pass/,
  );
  words.lang = "ja";
  expect(words.sentence("kotori", item, ["Lena"])).not.toContain("KOT-4");
});

test("a name written from right to left keeps what stands beside it in its place", () => {
  words.lang = "en";
  const seats = ["Lena", "אב"].map((name): SeatShown => ({ by: "person", name, level: null, away: false }));
  expect(seatNames(seats)).toEqual(["Lena", "\u2068אב\u2069"]);
});
