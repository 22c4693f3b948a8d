/** What happened, as chips that change hands. */

import type { LogItem } from "$lib/types";

/** What a seat gets, or gives, by an event: chips, or points that the bank could not pay. */
export function chipsOf(item: LogItem, seat: number): number {
  if (item.seat !== seat) return 0;
  switch (item.event) {
    case "added":
    case "gathered":
      return Number(item.chips);
    case "scored":
      return Number(item.points);
    case "paid":
      return -Number(item.chips);
    case "laid":
      return -1;
    default:
      return 0;
  }
}

/** What a row was worth, once that is told: as it is added up, and then as it is scored. */
export function worth(told: LogItem[]): number | null {
  const item = told.findLast(({ event }) => ["summed", "scored", "paid", "credited"].includes(event));
  return item ? Number(item.points) : null;
}
