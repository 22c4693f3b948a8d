/** What a move would do, as the engine says it with each action; nothing is worked out here. */

import type { Legal } from "$lib/types";
import { words } from "$lib/words.svelte";

interface Would {
  /** What the row then adds up to at least and at most: what lies face down may be anything not seen yet. */
  least: number;
  most: number;
}

const would = (action: Legal | undefined) => (action as { would?: Would } | undefined)?.would;
const minus = (n: number) => (n < 0 ? `−${-n}` : String(n));

/** What the row comes to: `4`, `2…9`, and the same in words. */
export function range(action: Legal | undefined): { text: string; words: string } | null {
  const { least, most } = would(action) ?? {};
  if (least === undefined || most === undefined) return null;
  const one = least === most;
  return {
    text: one ? minus(least) : `${minus(least)}…${minus(most)}`,
    words: words.g("donburiko", "screen", one ? "adds_up" : "adds_up_between", {
      least: minus(least),
      most: minus(most),
    }),
  };
}
