/** Small sounds, made here: a wooden knock for a piece, a bell for your turn, a chord at the end. Off unless switched on. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

type Note = [frequency: number, start: number, length: number, loudness: number];

const SOUNDS: Record<string, { shape: OscillatorType; notes: Note[] }> = {
  piece: { shape: "triangle", notes: [[190, 0, 0.07, 0.35]] },
  turn: {
    shape: "sine",
    notes: [
      [880, 0, 0.35, 0.18],
      [1320, 0.09, 0.4, 0.12],
    ],
  },
  refused: { shape: "sine", notes: [[150, 0, 0.16, 0.3]] },
  end: {
    shape: "sine",
    notes: [
      [523, 0, 0.9, 0.14],
      [659, 0.12, 0.9, 0.14],
      [784, 0.24, 1, 0.14],
      [1047, 0.36, 1.2, 0.12],
    ],
  },
};

export function play(name: keyof typeof SOUNDS): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const sound = SOUNDS[name];
  for (const note of sound?.notes ?? []) ring(context, sound!.shape, note);
}

function ring(to: AudioContext, shape: OscillatorType, [frequency, start, length, loudness]: Note): void {
  const at = to.currentTime + start;
  const tone = new OscillatorNode(to, { type: shape, frequency });
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(volume).connect(to.destination);
  tone.start(at);
  tone.stop(at + length);
}
