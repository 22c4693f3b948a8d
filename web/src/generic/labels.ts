/**
 * What the generic table calls things, as the text picture does (core/words.py): a key of the view by the section [view]
 * of the game's words (`points = "Points"`), a value by `"key=value"` or `"=value"` there, or as the piece that the
 * catalogue knows it for. What has no text is made readable.
 */

import { minus } from "../lib/format";
import type { EventKinds } from "../lib/words.svelte";
import { words } from "../lib/words.svelte";
import type { Value } from "./layout";

export class Labels {
  readonly #sections: string[];

  constructor(
    readonly game: string,
    readonly names: string[],
    events: EventKinds,
    parts: string[],
  ) {
    const kinds = Object.values(events).flatMap((pieces) => Object.values(pieces));
    this.#sections = [...new Set([...kinds, ...parts])];
  }

  /** What a key is called. */
  key(key: string): string {
    return words.has(this.game, "view", key) ? words.g(this.game, "view", key) : readable(key);
  }

  /** A fact's value: a seat by its name, a word in the reader's language. */
  fact(key: string, value: string | number): string {
    if (typeof value === "number") return isSeat(key) ? this.#seat(value) : minus(value);
    return this.known(value, key) ?? value.replaceAll("_", " ");
  }

  /** What the catalogue calls a piece, if it knows it. */
  known(text: string, key = ""): string | undefined {
    const own = [`${key}=${text}`, `=${text}`].find((one) => words.has(this.game, "view", one));
    if (own) return words.g(this.game, "view", own);
    const section = [key, ...this.#sections].find((one) => one && words.has(this.game, one, text));
    return section && words.g(this.game, section, text);
  }

  /** What to call a piece. */
  piece(value: Value, key = ""): string {
    if (value === null) return words.t("generic.empty");
    if (value === "?") return words.g(this.game, "label", "unseen");
    if (typeof value === "number") return key === "seat" ? this.#seat(value) : minus(value);
    return this.known(value, key) ?? value;
  }

  /** What to call a place that has a name of its own. */
  place(name: string): string {
    if (words.has(this.game, "view", name)) return words.g(this.game, "view", name);
    return this.known(name) ?? (/^[a-z_]{3,}$/.test(name) ? readable(name) : name);
  }

  #seat(value: string | number): string {
    const seat = Number(value);
    return seat >= 0 && seat < this.names.length ? words.seat(seat, this.names) : String(value);
  }
}

/** Whether a number under this key is a seat's. */
function isSeat(key: string): boolean {
  return /(^|_)(seat|player|by|dealer|leader|taker|turn_of)$/.test(key);
}

/** A key without a text: `times_deck_ran_out` is "Times deck ran out". */
export function readable(key: string): string {
  const text = key.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
