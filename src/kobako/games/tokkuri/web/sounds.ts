/** How an izakaya sounds: clay on wood, sake that gurgles, a flask that rings when it is empty, an abacus, coins. */

import type { Sounds, Tone } from "$lib/sound";

const clink = (start: number, loud: number): Tone[] => [
  { hertz: 2637, start, length: 0.16, loud },
  { hertz: 3951, start: start + 0.004, length: 0.1, loud: loud * 0.6 },
];
const gulp = (start: number, hertz: number): Tone => ({ hertz, glide: hertz * 1.9, start, length: 0.09, loud: 0.3 });
const bead = (start: number): Tone => ({
  shape: "triangle",
  hertz: 1250,
  glide: 900,
  start,
  length: 0.035,
  loud: 0.28,
});

export const SOUNDS: Sounds = {
  round: {
    tones: [0, 0.22].flatMap((start) => [
      { shape: "triangle" as const, hertz: 980, glide: 760, start, length: 0.07, loud: 0.4 },
      { shape: "noise" as const, hertz: 2400, start, length: 0.03, loud: 0.3 },
    ]),
  },
  laid: {
    tones: [
      { shape: "triangle", hertz: 190, glide: 120, length: 0.11, loud: 0.5 },
      { shape: "sine", hertz: 720, glide: 690, start: 0.01, length: 0.14, loud: 0.1 },
    ],
  },
  played: { tones: [{ shape: "noise", hertz: 1600, glide: 700, length: 0.09, loud: 0.3 }] },
  drank: { tones: [gulp(0, 240), gulp(0.1, 280), gulp(0.2, 330)] },
  took: {
    tones: [
      { hertz: 1568, length: 1.6, loud: 0.26 },
      { hertz: 1572, length: 1.5, loud: 0.14 },
      { hertz: 4230, length: 0.7, loud: 0.1 },
      { hertz: 8100, length: 0.25, loud: 0.04 },
    ],
    shake: [25],
  },
  was_dummy: {
    tones: [
      { hertz: 300, glide: 150, length: 0.16, loud: 0.5 },
      { hertz: 230, glide: 110, start: 0.17, length: 0.2, loud: 0.5 },
      { shape: "noise", hertz: 500, glide: 1400, start: 0.05, length: 0.3, loud: 0.14 },
    ],
    shake: [40, 60, 40],
  },
  kept_star: {
    tones: [1047, 1319, 1568, 2093].map((hertz, i) => ({ hertz, start: i * 0.07, length: 0.5, loud: 0.16 })),
  },
  passed: { tones: [{ shape: "noise", hertz: 900, glide: 2200, length: 0.18, loud: 0.22 }] },
  stole: {
    tones: [
      { shape: "noise", hertz: 2600, glide: 600, length: 0.14, loud: 0.32 },
      { shape: "triangle", hertz: 420, glide: 260, start: 0.1, length: 0.12, loud: 0.3 },
    ],
    shake: [20],
  },
  drew: { tones: [{ shape: "noise", hertz: 1300, glide: 2000, length: 0.08, loud: 0.26 }] },
  scored: { tones: [bead(0), bead(0.06), bead(0.13), bead(0.18)] },
  paid: { tones: [...clink(0, 0.16), ...clink(0.09, 0.12), ...clink(0.2, 0.14)] },
  bankrupt: { tones: [{ shape: "triangle", hertz: 330, glide: 110, length: 0.8, loud: 0.35 }], shake: [80] },
};
