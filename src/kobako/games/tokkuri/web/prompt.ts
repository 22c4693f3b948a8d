/** What the table asks for, in words. */

import type { Legal } from "$lib/types";
import { say } from "./speech";
import type { Asked, Card, View } from "./view";

interface Now {
  view: View;
  legal: Legal[];
  /** The flasks there are to choose from, and how many of them are chosen. */
  asked: Asked | null;
  wished: number;
  /** The card that is picked, and the move that plays it, if it can be played. */
  picked: Card | null;
  playing: Legal | undefined;
  /** What the player on the left is called. */
  left: string;
}

export function promptOf(now: Now): string | null {
  const { view, legal, asked, picked, left } = now;
  const kinds = new Set(legal.map((action) => action.kind));
  if (legal.length === 0) return null;
  if (kinds.has("from")) return several("ask_from", "ask_from_several", now, asked?.number ?? "");
  if (kinds.has("as")) return say("ask_as");
  if (kinds.has("steal")) return say("ask_steal");
  if (kinds.has("pass")) return say("ask_pass", { seat: left });
  if (view.choosing_together.length > 0) return say("ask_first");
  return picked ? askedOf(picked, now) : say("ask_turn");
}

/** What can be done with a card that is picked. */
function askedOf(card: Card, now: Now): string {
  if (now.playing) return several("ask_how", "ask_how_several", now);
  return say(now.legal.some((action) => action.kind === "lay" && action.card === card) ? "ask_lay" : "ask_other");
}

/** One flask, or so many that are still to be chosen. */
function several(one: string, more: string, { asked, wished }: Now, n: string | number = ""): string {
  const flasks = (asked?.times ?? 1) - wished;
  return say(flasks > 1 ? more : one, { n, flasks });
}
