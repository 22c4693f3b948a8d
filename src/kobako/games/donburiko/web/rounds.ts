/** What a round brings each seat: the first view of a round says what it began with. */

import type { LogItem } from "$lib/types";
import type { View } from "./view";

/** Called with each frame in turn. Null where the round's beginning was not seen. */
export function roundsGains(): (view: View, last: LogItem[]) => number[] | null {
  let began: { round: number; points: number[] } | null = null;

  return (view, last) => {
    const points = view.seats.map(({ chips, credit }) => chips + credit);
    const begins = last.some((item) => item.event === "round" && item.round === view.round);
    if (began?.round !== view.round) began = begins ? { round: view.round, points } : null;
    return began && points.map((now, seat) => now - began!.points[seat]!);
  };
}
