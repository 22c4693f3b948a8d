/** One thinker: the search of a game in WebAssembly, a slice at a time, so that it hears when it is to stop. */

import { Kernels } from "../wasm/kernels";
import { Search } from "../wasm/search";
import { CANCELLED, type FromThinker, type Question, type Searcher, type ToThinker } from "./thinkers";

const SLICE = 256; // simulations between two looks at the clock, as in Python
const BREATH = 20; // milliseconds after which it listens

interface Mind {
  kernels: Kernels;
  search: Search;
  nodes: number;
}

class Cancelled extends Error {}

const minds = new Map<string, Mind>();
let cancelled = -1;

/** The mind of a game, which is kept for the next question. */
async function mindOf({ module, layout }: Searcher): Promise<Mind> {
  const known = minds.get(layout.game);
  if (known) return known;
  const kernels = new Kernels(await WebAssembly.instantiate(module), layout);
  const mind = { kernels, search: new Search(kernels, 0), nodes: 0 };
  minds.set(layout.game, mind);
  return mind;
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
      if (cancelled === number) throw new Cancelled(CANCELLED);
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
      if (cancelled === number) throw new Cancelled(CANCELLED);
      heard = performance.now();
    }
    weighing.go(done, Math.min(SLICE, visits - done));
  }
  return weighing.lines();
}

async function answer(number: number, question: Question, searcher: Searcher): Promise<Float64Array> {
  const { view, seat, words, visits, nodes, parts } = question;
  const mind = await mindOf(searcher);
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
  const { number, question, searcher } = data;
  let said: FromThinker;
  try {
    said = { number, numbers: await answer(number, question, searcher) };
  } catch (wrong) {
    // What has failed may be spoilt, and its memory is wanted; what was merely stopped is as good as new.
    if (!(wrong instanceof Cancelled)) minds.delete(question.game);
    said = { number, failed: wrong instanceof Error ? wrong.message : String(wrong) };
  }
  self.postMessage(said);
};
