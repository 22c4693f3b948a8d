/** What a table may say: the game's own catalogue, in the language of the page, with the names of those who play. */

import type { Values } from "./format";
import { moveWords } from "./moves";
import type { Legal, LogItem } from "./types";
import { type Lang, words } from "./words.svelte";

export interface Say {
  lang: Lang;
  /** A text of the game's catalogue: `text("shape", "rock")`; the key itself where there is none. */
  text(section: string, key: string, values?: Values): string;
  /** Something that happened, as a sentence. */
  sentence(item: LogItem): string;
  /** An action in words. */
  move(action: Legal): string;
  /** What to call a seat. */
  seat(seat: number): string;
}

export function speaker(game: string, names: string[]): Say {
  return {
    lang: words.lang,
    text: (section, key, values) => words.g(game, section, key, values),
    sentence: (item) => words.sentence(game, item, names),
    move: (action) => moveWords(game, action, names),
    seat: (seat) => words.seat(seat, names),
  };
}
