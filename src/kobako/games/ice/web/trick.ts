/** The trick to show: the one being played, or the one just won, whose cards a view no longer has. */

import type { LogItem } from "$lib/types";
import type { Card, View } from "./view";

export interface Trick {
  cards: { seat: number; card: Card }[];
  /** Who won it, once that is known. */
  winner: number | null;
  /** Its cards have been taken up. */
  done: boolean;
}

interface Frame {
  ply: number;
  told: number;
  cards: View["trick"];
  trick: Trick;
}

const NONE: Trick = { cards: [], winner: null, done: false };

/** Called with each frame in turn, and with the same frame as often as one likes. After a gap a won trick is not shown. */
export function shownTrick(): (view: View, last: LogItem[]) => Trick {
  let before: Frame | null = null;
  let now: Frame | null = null;

  return (view, last) => {
    const ply = last.at(-1)?.ply ?? -1;
    if (now?.ply !== ply) before = now?.ply === ply - 1 ? now : null;
    if (now?.ply !== ply || now.told !== last.length || now.cards.length !== view.trick.length) {
      now = { ply, told: last.length, cards: view.trick, trick: follow(view, last, before) };
    }
    return now.trick;
  };
}

function follow(view: View, last: LogItem[], before: Frame | null): Trick {
  if (view.trick.length > 0) {
    return { cards: view.trick, winner: view.phase === "choosing" ? view.to_move : null, done: false };
  }
  const gathered = last.find((item) => item.event === "gathered");
  // A new round begins with a clear table.
  if (!gathered || !before || last.some((item) => item.event === "round")) return NONE;
  const played = last.filter((item) => item.event === "played");
  const cards = [...before.cards, ...played.map((item) => ({ seat: Number(item.seat), card: String(item.card) }))];
  return { cards, winner: Number(gathered.seat), done: true };
}
