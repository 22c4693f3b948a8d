/** What a move would do, as the engine foresees it: put into words and signs here, and nothing worked out. */

import { words } from "$lib/words.svelte";
import type { Range, Would } from "./view";

const minus = (n: number) => (n < 0 ? `−${-n}` : String(n));
export const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? minus(n) : "±0");

/** `4`, or `2…9`. */
export function span({ least, most }: Range, written = minus): string {
  return least === most ? written(least) : `${written(least)}…${written(most)}`;
}

/** What the row would come to; a full one counts 0. */
export const sumOf = (would: Would) => (would.full ? "0" : span(would.row));

/** The same in words, and what it would bring. */
export function inWords(would: Would): string {
  const say = (key: string, values = {}) => words.g("donburiko", "screen", key, values);
  const sum = would.full ? say("counts_nothing") : say("adds_up", { points: span(would.row) });
  return [
    sum,
    would.six ? say("six") : "",
    would.score ? say("brings", { chips: span(would.total, signed) }) : "",
  ].join(" ");
}
