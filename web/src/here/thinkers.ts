/** The page's thinkers: some workers, each with the search of the games it was asked about; asked in turn. */

const MOST = 3;

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

export type ToThinker = { number: number; question: Question; home: string } | { cancel: number };
export type FromThinker = { number: number; numbers?: Float64Array; failed?: string };

interface Waiting {
  number: number;
  question: Question;
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

  constructor(
    private readonly home: string,
    private readonly start: () => Worker,
    private readonly most = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency ?? 2) - 1)),
  ) {}

  think(question: Question, number: number): Promise<Float64Array> {
    return new Promise((done, failed) => {
      this.#waiting.push({ number, question, done, failed });
      this.#next();
    });
  }

  /** Nobody waits for this answer any more: it is not thought to its end. */
  cancel(number: number): void {
    const at = this.#waiting.findIndex((one) => one.number === number);
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.failed(new Error("cancelled"));
    this.#all.find((one) => one.at?.number === number)?.worker.postMessage({ cancel: number } satisfies ToThinker);
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    let free = this.#all.find((one) => one.at === null);
    if (!free && this.#all.length < this.most) free = this.#hire();
    if (!free) return;
    free.at = this.#waiting.shift()!;
    const { number, question } = free.at;
    free.worker.postMessage({ number, question, home: this.home } satisfies ToThinker);
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
