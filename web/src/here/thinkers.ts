/**
 * The page's thinkers: some workers, asked in turn. The search of a game is fetched once for all of them, with its table;
 * where it could not be had it is fetched again when it is next needed.
 */

import type { Layout } from "../wasm/kernels";

const MOST = 3;

/** A game's module, and what a host must know of it. */
export interface Searcher {
  module: WebAssembly.Module;
  layout: Layout;
}

/** Why an answer did not come that nobody waits for. */
export const CANCELLED = "cancelled";

/** What src/kobako/offline/thinking.py asks: to think about a view, or to weigh one action. */
export interface Question {
  game: string;
  /** The bytes of its record, in hexadecimal digits. */
  view: string;
  seat: number;
  words: number[];
  simulations?: number;
  seconds?: number | null;
  /** For so many there is room in the tree. */
  nodes: number;
  /** Whether its branches part by what is known. */
  parts: boolean;
  explore?: number;
  guided?: boolean;
  action?: number;
  visits?: number;
}

export type ToThinker = { number: number; question: Question; searcher: Searcher } | { cancel: number };
export type FromThinker = { number: number; numbers?: Float64Array; failed?: string };

interface Waiting {
  number: number;
  question: Question;
  searcher: Searcher;
  done: (numbers: Float64Array) => void;
  failed: (why: Error) => void;
}

interface Thinker {
  worker: Worker;
  at: Waiting | null;
}

export class Thinkers {
  readonly #all: Thinker[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #searchers = new Map<string, Promise<Searcher>>();
  readonly #called = new Set<number>();

  constructor(
    private readonly home: string,
    private readonly start: () => Worker,
    private readonly most = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency ?? 2) - 1)),
  ) {}

  /** The search of a game, fetched if it is not here. */
  learn(game: string): Promise<Searcher> {
    const known = this.#searchers.get(game);
    if (known) return known;
    const searcher = fetched(game, this.home);
    this.#searchers.set(game, searcher);
    searcher.catch(() => this.#searchers.delete(game));
    return searcher;
  }

  async think(question: Question, number: number): Promise<Float64Array> {
    this.#called.add(number);
    try {
      const searcher = await this.learn(question.game);
      if (!this.#called.has(number)) throw new Error(CANCELLED);
      return await new Promise((done, failed) => {
        this.#waiting.push({ number, question, searcher, done, failed });
        this.#next();
      });
    } finally {
      this.#called.delete(number);
    }
  }

  /** Nobody waits for this answer any more: it is not thought to its end. */
  cancel(number: number): void {
    this.#called.delete(number);
    const at = this.#waiting.findIndex((one) => one.number === number);
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.failed(new Error(CANCELLED));
    this.#all.find((one) => one.at?.number === number)?.worker.postMessage({ cancel: number } satisfies ToThinker);
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    let free = this.#all.find((one) => one.at === null);
    if (!free && this.#all.length < this.most) free = this.#hire();
    if (!free) return;
    free.at = this.#waiting.shift()!;
    const { number, question, searcher } = free.at;
    free.worker.postMessage({ number, question, searcher } satisfies ToThinker);
  }

  #hire(): Thinker {
    const thinker: Thinker = { worker: this.start(), at: null };
    const answer = ({ numbers, failed }: Omit<FromThinker, "number">) => {
      const asked = thinker.at;
      thinker.at = null;
      if (numbers) asked?.done(numbers);
      else asked?.failed(new Error(failed));
      this.#next();
    };
    thinker.worker.onmessage = ({ data }: MessageEvent<FromThinker>) => answer(data);
    // One that dies is replaced.
    thinker.worker.onerror = ({ message }) => {
      this.#all.splice(this.#all.indexOf(thinker), 1);
      answer({ failed: message });
    };
    this.#all.push(thinker);
    return thinker;
  }
}

async function fetched(game: string, home: string): Promise<Searcher> {
  const [module, layout] = await Promise.all(
    ["wasm", "json"].map(async (kind) => {
      const answer = await fetch(new URL(`wasm/${game}.${kind}`, home));
      if (!answer.ok) throw new Error(`no search for ${game}: ${answer.status}`);
      return kind === "wasm" ? WebAssembly.compile(await answer.arrayBuffer()) : answer.json();
    }),
  );
  return { module: module as WebAssembly.Module, layout: layout as Layout };
}
