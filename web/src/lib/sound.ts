/**
 * Small sounds, made here from tones and noise: no file, nobody's recording. A game may have its own for what happens in
 * it (`web/sounds.ts` in its folder: a sound for the name of an event); what it leaves out sounds as at every table.
 */

import { settings } from "./settings.svelte";
import type { LogItem } from "./types";
import { TABLE_EVENTS } from "./words.svelte";

/** One tone, or a breath of noise: hertz (and to which it glides), seconds from the start, how long, how loud (0 to 1). */
export interface Tone {
  shape?: OscillatorType | "noise";
  hertz: number;
  glide?: number;
  start?: number;
  length: number;
  loud?: number;
}

export interface Sound {
  tones: Tone[];
  /** How a phone shakes: milliseconds of shaking and of rest, in turn. */
  shake?: number[];
}

/** The sounds of a game, by the names of its events. */
export type Sounds = Record<string, Sound>;

const KNOCK: Sound = { tones: [{ shape: "triangle", hertz: 210, glide: 150, length: 0.07, loud: 0.5 }] };

const SHELL = {
  piece: KNOCK,
  said: { tones: [{ shape: "sine", hertz: 620, glide: 780, length: 0.12, loud: 0.2 }] },
  turn: {
    tones: [
      { shape: "sine", hertz: 880, length: 0.35, loud: 0.25 },
      { shape: "sine", hertz: 1320, start: 0.09, length: 0.4, loud: 0.16 },
    ],
    shake: [30],
  },
  refused: { tones: [{ shape: "sine", hertz: 150, glide: 120, length: 0.16, loud: 0.45 }], shake: [20, 40, 20] },
  end: {
    tones: [523, 659, 784, 1047].map((hertz, i) => ({
      shape: "sine" as const,
      hertz,
      start: i * 0.12,
      length: 1,
      loud: 0.2,
    })),
    shake: [60, 60, 120],
  },
} satisfies Record<string, Sound>;

const files = import.meta.glob<{ SOUNDS: Sounds }>("../../../src/kobako/games/*/web/sounds.ts");
const ofGames = new Map<string, Promise<Sounds>>();

function soundsOf(game: string): Promise<Sounds> {
  const load = Object.entries(files).find(([path]) => path.includes(`/games/${game}/`))?.[1];
  const known = ofGames.get(game) ?? load?.().then(({ SOUNDS }) => SOUNDS) ?? Promise.resolve({});
  ofGames.set(game, known);
  return known;
}

// A browser lets nothing sound before the page was touched.
let context: AudioContext | null = null;
let touched = false;
for (const touch of ["pointerdown", "keydown"]) {
  globalThis.addEventListener?.(touch, () => (touched = true), { once: true, capture: true });
}

export function play(name: keyof typeof SHELL): void {
  sound(SHELL[name]);
}

/** What a frame told of, one after the other; what has no sound of its own is a knock, once. */
export async function playEvents(game: string, items: LogItem[]): Promise<void> {
  if (items.length === 0 || !touched || settings.volume === 0) return;
  const own = await soundsOf(game);
  const heard = items.map((item) => (item.event === "said" ? SHELL.said : own[item.event])).filter((one) => one);
  if (heard.length === 0 && items.some((item) => !(item.event in TABLE_EVENTS))) return sound(KNOCK);
  for (const [i, one] of [...new Set(heard)].slice(0, 4).entries()) sound(one!, i * 0.16);
}

function sound({ tones, shake }: Sound, after = 0): void {
  if (!touched || settings.volume === 0) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const tone of tones) ring(context, tone, after);
  if (shake && settings.shake) navigator.vibrate?.(shake);
}

function ring(
  to: AudioContext,
  { shape = "sine", hertz, glide, start = 0, length, loud = 0.3 }: Tone,
  after: number,
): void {
  const at = to.currentTime + start + after;
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud * settings.volume, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  volume.connect(to.destination);
  if (shape === "noise") {
    const hiss = new AudioBufferSourceNode(to, { buffer: noise(to), loop: true });
    const band = new BiquadFilterNode(to, { type: "bandpass", frequency: hertz, Q: 1.2 });
    if (glide) band.frequency.setValueAtTime(hertz, at).exponentialRampToValueAtTime(glide, at + length);
    hiss.connect(band).connect(volume);
    hiss.start(at);
    hiss.stop(at + length);
  } else {
    const tone = new OscillatorNode(to, { type: shape, frequency: hertz });
    if (glide) tone.frequency.setValueAtTime(hertz, at).exponentialRampToValueAtTime(glide, at + length);
    tone.connect(volume);
    tone.start(at);
    tone.stop(at + length);
  }
}

let hissing: AudioBuffer | null = null;
function noise(to: AudioContext): AudioBuffer {
  if (!hissing) {
    hissing = to.createBuffer(1, to.sampleRate / 2, to.sampleRate);
    const samples = hissing.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  return hissing;
}
