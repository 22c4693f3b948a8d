/** The row that was just taken: a view no longer has it, so its cards are kept from the frame before. */

import type { LogItem } from "$lib/types";
import type { Card, Lying, RowName, View } from "./view";

export interface Taken {
  row: RowName;
  seat: number;
  /** As it lay before it was taken. */
  lying: Lying[];
  /** The same cards, all turned up. */
  cards: Card[];
  /** What they add up to, wild acorns as 1. */
  sum: number;
}

interface Frame {
  ply: number;
  rows: View["rows"];
  taken: Taken | null;
}

/** Called with each frame in turn, and with the same frame as often as one likes. After a gap there is nothing to tell. */
export function rowJustTaken(): (view: View, last: LogItem[]) => Taken | null {
  let before: Frame | null = null;
  let now: Frame | null = null;

  return (view, last) => {
    const ply = last.at(-1)?.ply ?? -1;
    if (now?.ply !== ply) {
      before = now?.ply === ply - 1 ? now : null;
      now = { ply, rows: view.rows, taken: before ? follow(before, last) : null };
    }
    // A move may be looked at in several frames, from a row that lies open to the rows of the next round.
    now.rows = view.rows;
    return now.taken;
  };
}

function follow(before: Frame, last: LogItem[]): Taken | null {
  const took = last.find((item) => item.event === "took");
  if (!took) return last.some((item) => item.event === "counted") ? before.taken : null;
  const row = took.row as RowName;
  const lying = before.rows[row] ?? [];
  const turned = last.filter((item) => item.event === "turned_up").map((item) => item.card as Card);
  const cards = lying.map(({ card, face_down_by }) => (face_down_by === undefined ? card : (turned.shift() ?? card)));
  const sum = Number(last.find((item) => item.event === "summed")?.points ?? 0);
  return { row, seat: Number(took.seat), lying, cards, sum };
}

/** A card as it is drawn: `chip` lies on one that has been turned up, until who took the row has it. */
export interface Shown extends Lying {
  chip?: boolean;
}

/** The row as it lies by now, while its cards are turned up one by one: on each that has been lies its chip. */
export function withChips(taken: Taken, lying: Lying[]): Shown[] {
  const turned = (one: Lying, i: number) =>
    one.face_down_by === undefined && taken.lying[i]?.face_down_by !== undefined;
  return lying.map((one, i) => (turned(one, i) ? { ...one, chip: true } : one));
}
