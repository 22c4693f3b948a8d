/** What has been told so far of a round's end. */

import type { LogItem, Moment } from "$lib/types";

export interface Scoring {
  /** The points of each seat that was told of. */
  points: Map<number, number>;
  /** Who got a trophy, of those told of. */
  winners: number[];
  /** The points are told in this moment: now, or soon. */
  counts: boolean;
  /** The fourth scoop has fallen. */
  fallen: boolean;
  /** Told just now. */
  now: LogItem | null;
}

const FALLS = ["thrown_out", "cone_lost"];

/** What a cone with a scoop too many does while that is told. */
export const fateOf = ({ fallen }: Scoring) => (fallen ? "falling" : "teetering");

export function scoringOf({ events, told }: Moment): Scoring {
  const past = events.slice(0, told);
  const won = (items: LogItem[]) => items.filter(({ event }) => event === "trophy").map(({ seat }) => Number(seat));
  return {
    points: new Map(
      past.filter(({ event }) => event === "scored").map((item) => [Number(item.seat), Number(item.points)]),
    ),
    winners: won(past),
    counts: events.some(({ event }) => event === "scored"),
    fallen: !events.slice(told).some(({ event }) => FALLS.includes(event)),
    now: past.at(-1) ?? null,
  };
}
