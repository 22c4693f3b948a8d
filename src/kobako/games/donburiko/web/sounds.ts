/** How Donburiko sounds: wood on wood, acorns that roll, and the pond. */

import type { Sounds, Tone } from "$lib/sound";

const knock = (hertz: number, start = 0, loud = 0.4): Tone => ({
  shape: "triangle",
  hertz,
  glide: hertz * 0.7,
  start,
  length: 0.07,
  loud,
});
const drop = (hertz: number, start = 0, loud = 0.3): Tone => ({
  shape: "sine",
  hertz,
  glide: hertz * 2.1,
  start,
  length: 0.14,
  loud,
});
/** So many chips, one after the other. */
const chips = (hertz: number, many: number): Tone[] =>
  Array.from({ length: many }, (_, i) => knock(hertz + i * 45, i * 0.07, 0.22));

export const SOUNDS: Sounds = {
  round: { tones: [260, 300, 280, 330, 300, 360].map((hertz, i) => knock(hertz, i * 0.06, 0.22)) },
  added: { tones: [knock(220), knock(720, 0.14, 0.16)] },
  laid: { tones: [{ shape: "noise", hertz: 1600, glide: 600, length: 0.12, loud: 0.14 }, knock(160, 0.06)] },
  took: { tones: [{ shape: "noise", hertz: 500, glide: 1500, length: 0.28, loud: 0.16 }, knock(300, 0.2, 0.3)] },
  turned_up: { tones: [{ shape: "noise", hertz: 2200, glide: 900, length: 0.07, loud: 0.16 }, knock(340, 0.05, 0.25)] },
  gathered: { tones: chips(700, 2) },
  scored: { tones: chips(640, 4), shake: [20] },
  paid: {
    tones: [knock(260), { shape: "sine", hertz: 300, glide: 170, start: 0.1, length: 0.3, loud: 0.25 }],
    shake: [40],
  },
  credited: { tones: [drop(520), drop(660, 0.12)] },
  // Don, bu, ri, ko: the acorn falls in, and the pond answers.
  donburiko: {
    tones: [
      { shape: "sine", hertz: 190, glide: 90, length: 0.22, loud: 0.5 },
      { shape: "noise", hertz: 900, glide: 300, start: 0.06, length: 0.35, loud: 0.25 },
      ...[523, 659, 784, 1047].map((hertz, i) => drop(hertz * 0.75, 0.28 + i * 0.13, 0.28)),
      { shape: "sine", hertz: 1047, start: 0.85, length: 0.7, loud: 0.16 },
    ],
    shake: [50, 40, 120],
  },
};
