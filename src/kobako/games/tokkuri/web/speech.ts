/** What the table says, in the language of the page. */

import { words } from "$lib/words.svelte";
import type { Card } from "./view";

export const say = (key: string, values: Record<string, string | number> = {}): string =>
  words.g("tokkuri", "screen", key, values);

/** What a card is called. */
export function called(card: Card): string {
  if (card === "?") return say("unseen");
  return words.has("tokkuri", "card", card) ? words.g("tokkuri", "card", card) : card;
}

/** The same, as short as it goes: what is written on the card under a flask. */
export function short(card: Card): string {
  if (card === "?") return "";
  if (words.has("tokkuri", "short", card)) return words.g("tokkuri", "short", card);
  return card.split(" ")[0]!.replace("*", "★");
}

const WIDE = /[\u2e80-\uffef★]/;
const BROAD = /[mwMWD]/;

/** About how wide letters are that are drawn so high: to draw them narrower where that is too much. */
export function wide(text: string, high: number): number {
  return [...text].reduce((sum, letter) => sum + high * (WIDE.test(letter) ? 1 : BROAD.test(letter) ? 0.9 : 0.6), 0);
}
