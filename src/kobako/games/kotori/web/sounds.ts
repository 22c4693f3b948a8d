/** Birds: chirps for what is taken, a flutter of wings for a burst. */

import type { Sound, Sounds } from "$lib/sound";

const chirp = (from: number, to: number, start = 0) => ({ hertz: from, glide: to, start, length: 0.11, loud: 0.22 });
const bird: Sound = { tones: [chirp(2100, 2900), chirp(2500, 3300, 0.13)] };

export const SOUNDS: Sounds = {
  took: bird,
  passed: { tones: [chirp(1800, 1300)] },
  burst: {
    tones: [0, 0.07, 0.14, 0.22, 0.3].map((start) => ({
      shape: "noise",
      hertz: 900,
      glide: 500,
      start,
      length: 0.09,
      loud: 0.5,
    })),
    shake: [40, 30, 40],
  },
  won: { tones: [chirp(1600, 2400), chirp(2000, 2800, 0.15), chirp(2400, 3400, 0.3)] },
  caged: { tones: [{ shape: "triangle", hertz: 1250, length: 0.12, loud: 0.3 }] },
  quarrelled: { tones: [chirp(3000, 1500), chirp(3200, 1400, 0.09), chirp(3000, 1200, 0.18)] },
  reshuffled: { tones: [{ shape: "noise", hertz: 2400, glide: 1200, length: 0.35, loud: 0.25 }] },
};
