/** How Dokitto! Ice sounds: cards on a marble table, a scoop that plops, a cone that goes down. */

import type { Sound, Sounds } from "$lib/sound";

const WON: Sound = {
  tones: [
    { hertz: 988, length: 0.3, loud: 0.16 },
    { hertz: 1319, start: 0.08, length: 0.45, loud: 0.14 },
  ],
};

const PLOP: Sound = {
  tones: [
    { hertz: 420, glide: 190, length: 0.09, loud: 0.4 },
    { hertz: 210, glide: 520, start: 0.09, length: 0.12, loud: 0.3 },
  ],
  shake: [15],
};

const TOPPLED: Sound = {
  tones: [
    { hertz: 780, glide: 110, length: 0.75, loud: 0.3 },
    { shape: "triangle", hertz: 120, glide: 60, start: 0.72, length: 0.25, loud: 0.5 },
    { shape: "noise", hertz: 900, glide: 250, start: 0.74, length: 0.3, loud: 0.45 },
  ],
  shake: [40, 60, 120],
};

export const SOUNDS: Sounds = {
  played: { tones: [{ shape: "noise", hertz: 2400, glide: 1100, length: 0.07, loud: 0.4 }] },
  won_highest: WON,
  won_lowest: WON,
  took: PLOP,
  took_onto: PLOP,
  took_none: { tones: [{ shape: "triangle", hertz: 240, glide: 180, length: 0.18, loud: 0.25 }] },
  gathered: { tones: [{ shape: "noise", hertz: 700, glide: 1900, length: 0.22, loud: 0.2 }] },
  thrown_out: TOPPLED,
  cone_lost: TOPPLED,
  trophy: {
    tones: [659, 784, 988, 1319].map((hertz, i) => ({ hertz, start: i * 0.09, length: 0.5, loud: 0.18 })),
    shake: [30, 40, 60],
  },
  round: {
    tones: [0, 0.07, 0.14, 0.21].map((start) => ({
      shape: "noise" as const,
      hertz: 1500,
      start,
      length: 0.06,
      loud: 0.22,
    })),
  },
};
