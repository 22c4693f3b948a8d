/** Rain: a drop for a tile, an umbrella that opens for a stack, a slide for a push. */

import type { Sounds } from "$lib/sound";

export const SOUNDS: Sounds = {
  placed: { tones: [{ hertz: 900, glide: 420, length: 0.12, loud: 0.35 }] },
  pushed: {
    tones: [
      { shape: "noise", hertz: 500, glide: 1100, length: 0.22, loud: 0.4 },
      { hertz: 420, glide: 300, start: 0.18, length: 0.1, loud: 0.35 },
    ],
  },
  stacked: {
    tones: [
      { shape: "noise", hertz: 700, glide: 2600, length: 0.18, loud: 0.5 },
      { hertz: 660, start: 0.16, length: 0.5, loud: 0.2 },
      { hertz: 990, start: 0.22, length: 0.6, loud: 0.16 },
    ],
    shake: [25],
  },
  took: { tones: [{ shape: "triangle", hertz: 520, glide: 610, length: 0.09, loud: 0.3 }] },
  discarded: { tones: [{ hertz: 300, glide: 180, length: 0.2, loud: 0.3 }] },
};
