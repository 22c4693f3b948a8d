/** The row that was just taken: a view no longer has it, so its cards are kept from the frame before. */

import type { LogItem } from "$lib/types";
import type { Card, RowName, View } from "./view";

export interface Taken {
  row: RowName;
  seat: number;
  cards: Card[];
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
    return now?.taken ?? null;
  };
}

function follow(before: Frame, last: LogItem[]): Taken | null {
  const took = last.find((item) => item.event === "took");
  if (!took) return last.some((item) => item.event === "counted") ? before.taken : null;
  const row = took.row as RowName;
  const turned = last.filter((item) => item.event === "turned_up").map((item) => item.card as Card);
  const cards = (before.rows[row] ?? []).map(({ card, face_down_by }) =>
    face_down_by === undefined ? card : (turned.shift() ?? card),
  );
  return { row, seat: Number(took.seat), cards };
}
