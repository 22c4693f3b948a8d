/** Where the next treetop comes from: the deck; or, when it is empty for the first time, the discards shuffled (KOT-10). */

import type { Card, View } from "./view";

export interface Next {
  from: "deck" | "discards";
  cards: Card[];
}

/** What the next treetop can be. Nothing, when the deck is empty once more: then a bid ends the game (KOT-11). */
export function nextTreetop(view: View): Next {
  if (view.cards_in_deck.length > 0 || view.times_deck_ran_out > 0) return { from: "deck", cards: view.cards_in_deck };
  return { from: "discards", cards: view.discards };
}
