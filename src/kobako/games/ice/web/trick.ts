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
  cards: View["trick"];
  trick: Trick;
}

/** Called with each frame in turn, and with the same frame as often as one likes. After a gap a won trick is not shown. */
export function shownTrick(): (view: View, last: LogItem[]) => Trick {
  let now: Frame | null = null;

  return (view, last) => {
    const ply = last.at(-1)?.ply ?? -1;
    if (now?.ply !== ply || now.cards.length !== view.trick.length) {
      const before: Frame | null = now?.ply === ply - 1 ? now : null;
      now = { ply, cards: view.trick, trick: follow(view, last, before) };
    }
    return now.trick;
  };
}

function follow(view: View, last: LogItem[], before: Frame | null): Trick {
  if (view.trick.length > 0) {
    return { cards: view.trick, winner: view.phase === "choosing" ? view.to_move : null, done: false };
  }
  const gathered = last.find((item) => item.event === "gathered");
  if (!gathered) return { cards: [], winner: null, done: false };
  const played = last.filter((item) => item.event === "played");
  const cards = before
    ? [...before.cards, ...played.map((item) => ({ seat: Number(item.seat), card: String(item.card) }))]
    : [];
  return { cards, winner: Number(gathered.seat), done: true };
}
