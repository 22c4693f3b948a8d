/** One thinker: the search of a game in WebAssembly, a slice at a time, so that it hears when it is to stop. */

import { Kernels, type Layout } from "../wasm/kernels";
import { Search } from "../wasm/search";
import type { FromThinker, Question, ToThinker } from "./thinkers";

const SLICE = 256; // simulations between two looks at the clock, as in Python
const BREATH = 20; // milliseconds after which it listens

interface Mind {
  kernels: Kernels;
  search: Search;
  nodes: number;
}

const minds = new Map<string, Promise<Mind>>();
let cancelled = -1;

async function learn(game: string, home: string): Promise<Mind> {
  const [bytes, layout] = await Promise.all(
    ["wasm", "json"].map(async (kind) => {
      const answer = await fetch(new URL(`wasm/${game}.${kind}`, home));
      if (!answer.ok) throw new Error(`no search for ${game}`);
      return kind === "wasm" ? answer.arrayBuffer() : answer.json();
    }),
  );
  const kernels = await Kernels.of(bytes as ArrayBuffer, layout as Layout);
  return { kernels, search: new Search(kernels, 0), nodes: 0 };
}

/** Let messages in. */
const listen = () => new Promise((resolve) => setTimeout(resolve, 0));

async function think(mind: Mind, number: number, question: Question): Promise<Float64Array> {
  const { simulations = 0, seconds, explore, guided } = question;
  const end = performance.now() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
  let heard = performance.now();
  for (let done = 0; done < simulations; done += SLICE) {
    if (done && performance.now() >= end) break;
    if (performance.now() - heard > BREATH) {
      await listen();
      if (cancelled === number) throw new Error("cancelled");
      heard = performance.now();
    }
    mind.search.think(Math.min(SLICE, simulations - done), explore, guided);
  }
  return mind.search.tried();
}

async function weigh(mind: Mind, number: number, question: Question): Promise<Float64Array> {
  const { visits = 0, action = 0, words } = question;
  const weighing = mind.search.weighing(action, visits, words);
  let heard = performance.now();
  for (let done = 0; done < visits; done += SLICE) {
    if (performance.now() - heard > BREATH) {
      await listen();
      if (cancelled === number) throw new Error("cancelled");
      heard = performance.now();
    }
    weighing.go(done, Math.min(SLICE, visits - done));
  }
  return weighing.lines();
}

async function answer(number: number, question: Question, home: string): Promise<Float64Array> {
  const { game, view, seat, words, visits, nodes, parts } = question;
  if (!minds.has(game)) minds.set(game, learn(game, home));
  const mind = await minds.get(game)!;
  if (nodes > mind.nodes) {
    mind.kernels.clear();
    mind.search = new Search(mind.kernels, nodes);
    mind.nodes = nodes;
  }
  mind.search.begin(
    Uint8Array.from(view.match(/../g)!, (digits) => Number.parseInt(digits, 16)),
    seat,
    words,
    nodes,
    parts,
  );
  return visits === undefined ? think(mind, number, question) : weigh(mind, number, question);
}

self.onmessage = async ({ data }: MessageEvent<ToThinker>) => {
  if ("cancel" in data) {
    cancelled = data.cancel;
    return;
  }
  const { number, question, home } = data;
  let said: FromThinker;
  try {
    said = { number, numbers: await answer(number, question, home) };
  } catch (wrong) {
    minds.delete(question.game);
    said = { number, failed: String(wrong) };
  }
  self.postMessage(said);
};
