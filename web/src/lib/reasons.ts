/** Why a move is better than another, in words. */

import type { Reason } from "./protocol";
import { words } from "./words.svelte";

/** One reason, compared with the move that was played, or in a hint with the next best: in the game's words where it
 * foresees something itself, else in ours. */
export function reasonWords(
  game: string,
  { fact, values }: Reason,
  names: string[],
  other: "the_played" | "the_next",
): string {
  const told: Reason["values"] = { ...values, other: words.t(`why.${other}`) };
  if (values.seat !== undefined) told.seat = words.seat(Number(values.seat), names);
  return words.has(game, "would", fact) ? words.g(game, "would", fact, told) : words.t(`why.${fact}`, told);
}
