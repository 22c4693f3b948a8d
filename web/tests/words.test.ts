/** What the browser says is what the terminal says: the cases come from the Python side. */

import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { Mat } from "../../src/kobako/games/umbradeco/web/mat";
import { coachWords } from "../src/lib/coach";
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

test("a coach says by how much a move is the best, and why", () => {
  words.lang = "en";
  const legal = cases.moves.find(({ game, lang }) => game === "kotori" && lang === "en")!.legal;
  const [one, two] = [0, 1].map((action) => ({ action, text: "", visits: 50, share: action ? 0.2 : 0.5 }));
  const why = [{ fact: "chance", values: { best: 50, mine: 20 } }];
  const said = coachWords("kotori", { candidates: [one!, two!], why }, legal, []);
  expect(said).toContain("30 games in 100");
  expect(said).toContain("50%");
  // Where all are as good there is nothing to give a reason for.
  expect(coachWords("kotori", { candidates: [one!, { ...two!, share: 0.5 }], why }, legal, [])).not.toContain("50%");
});
