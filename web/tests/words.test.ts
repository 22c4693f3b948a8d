/** The screen's sentences are the terminal's: the cases come from games played by the Python side. */

import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { format } from "../src/lib/format";
import type { LogItem } from "../src/lib/types";
import { type Catalogue, type EventKinds, type Lang, words } from "../src/lib/words.svelte";

interface Cases {
  catalogues: Record<Lang, Catalogue>;
  kinds: Record<string, EventKinds>;
  sentences: { game: string; lang: Lang; item: LogItem; names: string[]; said: string }[];
}

let cases: Cases;

beforeAll(() => {
  const python = process.env.KOBAKO_PYTHON ?? ".venv/bin/python";
  const text = execFileSync(python, ["-m", "tests.web.sentences"], { cwd: "..", maxBuffer: 1 << 28 });
  cases = JSON.parse(text.toString());
  for (const lang of ["en", "ja"] as const) words.learn(lang, cases.catalogues[lang]);
  for (const [game, kinds] of Object.entries(cases.kinds)) words.learnKinds(game, kinds);
}, 60_000);

test("events are told as Python tells them", () => {
  expect(cases.sentences.length).toBeGreaterThan(500);
  for (const { game, lang, item, names, said } of cases.sentences) {
    words.lang = lang;
    expect(words.sentence(game, item, names)).toBe(said);
  }
});

test("what is said at the table is told in the language of the screen", () => {
  words.lang = "ja";
  expect(words.sentence("ice", { ply: 3, event: "said", seat: 0, what: "thanks" }, ["Aya"])).toBe("Aya「ありがとう」");
});

describe("format", () => {
  test("counts", () => {
    expect(format("{n:chip|chips}", { n: 1 })).toBe("1 chip");
    expect(format("{n:chip|chips}", { n: -1 })).toBe("-1 chip");
    expect(format("{n:chip|chips}", { n: 0 })).toBe("0 chips");
  });
  test("leaves what it is not given", () => {
    expect(format("{who} and {what}", { who: "Aya" })).toBe("Aya and {what}");
  });
});
