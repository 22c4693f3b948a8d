/** Numbers that count up or down to what they now are, while the pieces travel; skipped as these are. */

import { untrack } from "svelte";
import { cubicOut } from "svelte/easing";
import { Tween } from "svelte/motion";
import { lasting, whenSkipped } from "./motion";

const LENGTH = 700;

/** What to draw of a number that may change; one that appears can count from another. */
export function counting(value: () => number, from?: number): () => number {
  const tween = new Tween(from ?? untrack(value), { easing: cubicOut });
  $effect.pre(() => {
    const to = value();
    tween.set(to, { duration: lasting(LENGTH) });
    return whenSkipped(() => tween.set(to, { duration: 0 }));
  });
  return () => Math.round(tween.current);
}
