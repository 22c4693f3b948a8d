/** What is printed on a card. */

import type { Card } from "./view";

export type Effect = "pass" | "steal" | "draw" | "star";

export interface Face {
  /** As they stand there: `["9", "4"]`, `["1~3"]`, none. */
  numbers: string[];
  effect: Effect | null;
}

export function face(card: Card): Face {
  if (!/^\d/.test(card)) return { numbers: [], effect: null };
  const [numbers = "", word] = card.replace("*", " star").split(" ");
  return { numbers: numbers.split("+"), effect: (word as Effect | undefined) ?? null };
}
