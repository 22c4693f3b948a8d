// The search in WebAssembly: one tree, and the room it works in. The same seeds give the same choices as in Python.

import type { Kernels, Room } from "./kernels";

/** What the search thinks of one action: its visits, its value for who plays it, and each seat's expected share. */
export interface Candidate {
  action: number;
  visits: number;
  value: number;
  shares: number[];
}

/** One action being weighed, so many visits at a time. */
export interface Weighing {
  go(from: number, visits: number): void;
  /** Shares, points and ranks of each visit, one after the other. */
  lines(): Float64Array;
}

const NO_NODE = -1;
const LINE = 12; // numbers in what is found of one visit: three for each of four seats

/** A search of one position after the other. */
export class Search {
  readonly #kernels: Kernels;
  readonly #rooms: Record<
    "views" | "work" | "out" | "mark" | "path" | "actors" | "gain" | "tree" | "book" | "outcome" | "roots" | "random",
    Room
  >;
  /** What the guided search takes besides: weights, room for features, likings, three states of the walk, and its stand. */
  readonly #more: Room[] = [];
  #seat = 0;
  readonly #nodes: number;
  readonly #seed: Room;
  #found: Room;

  /** With room for so many nodes. */
  constructor(kernels: Kernels, nodes: number) {
    const { actions, most_legal, deepest, roots, seats } = kernels.layout.search;
    this.#kernels = kernels;
    this.#nodes = nodes;
    this.#seed = kernels.room("int64", 4);
    this.#found = kernels.room("float64", 0, LINE);
    this.#rooms = {
      views: kernels.room("state", 1),
      work: kernels.room("state", 1),
      out: kernels.room("int32", most_legal),
      mark: kernels.room("int32", actions),
      path: kernels.room("int32", deepest),
      actors: kernels.room("int32", deepest),
      gain: kernels.room("float64", seats),
      tree: kernels.room("node", nodes),
      book: kernels.room("int64", 3),
      outcome: kernels.room("float64", actions, seats),
      roots: kernels.room("float64", roots),
      random: kernels.room("int64", 4),
    };
    kernels.call("note_roots", this.#rooms.roots);
    const { learned } = kernels.layout.search;
    if (learned) {
      const weights = kernels.room("int32", learned.weights.length);
      this.#more = [
        weights,
        kernels.room("int32", learned.width),
        kernels.room("float64", most_legal),
        kernels.room("state", 3),
        kernels.room("float64", 2),
      ];
      const written = kernels.view(weights);
      learned.weights.forEach((weight, i) => {
        written.setInt32(4 * i, weight, true);
      });
    }
  }

  /**
   * A new tree: a seat's view as the bytes of its record, and four words for the generator. It may have so many nodes, no
   * more than there is room for: where it is full, it grows no further. Its branches may part by what is known.
   */
  begin(view: Uint8Array, seat: number, words: readonly number[], nodes = this.#nodes, parts = false): void {
    const { views, tree, book, outcome, random } = this.#rooms;
    this.#seat = seat;
    tree.sizes[0] = nodes;
    this.#kernels.bytes(views).set(view);
    this.#kernels.bytes(outcome).fill(0);
    const walked = this.#more.at(-1);
    if (walked) this.#kernels.bytes(walked).fill(0);
    const { size, fields } = this.#node;
    this.#kernels.bytes(tree).fill(0, 0, size);
    this.#kernels.view(tree).setInt32(fields.child!.offset, NO_NODE, true);
    const counts = this.#kernels.view(book);
    counts.setBigInt64(0, 0n, true);
    counts.setBigInt64(8, 1n, true);
    counts.setBigInt64(16, parts ? 1n : 0n, true);
    this.#note(random, words);
  }

  #note(room: Room, words: readonly number[]): void {
    const into = this.#kernels.view(room);
    words.forEach((word, i) => {
      into.setBigInt64(8 * i, BigInt(word), true);
    });
  }

  /** So many simulations more: by what was learned, if anything was and nobody says otherwise. */
  think(simulations: number, exploration?: number, guided = true): void {
    const { views, work, out, mark, path, actors, gain, tree, book, outcome, roots, random } = this.#rooms;
    const { learned, exploration: usual } = this.#kernels.layout.search;
    const room = [views, this.#seat, work, out, mark, path, actors, gain, tree, book, outcome, simulations];
    if (learned && guided) {
      const explore = exploration ?? learned.exploration;
      this.#kernels.call("guided", ...room, explore, roots, random, learned.widening, ...this.#more);
    } else {
      this.#kernels.call("search", ...room, exploration ?? usual, roots, random);
    }
  }

  /** What follows an action, in so many visits of the tree that was begun. Each has the same chance for every action. */
  weighing(action: number, visits: number, words: readonly number[]): Weighing {
    const { views, work, out, mark, path, actors, gain, tree, book, roots, random } = this.#rooms;
    const { exploration } = this.#kernels.layout.search;
    const found = this.#lines(visits);
    const seed = this.#seed;
    return {
      go: (from, some) => {
        this.#note(seed, [words[0]! + from, ...words.slice(1)]);
        const part = { at: found.at + 8 * LINE * from, sizes: [some, LINE], bytes: 8 * LINE * some };
        const room = [views, this.#seat, action, work, out, mark, path, actors, gain, tree, book];
        this.#kernels.call("weigh", ...room, seed, exploration, roots, part, random);
      },
      lines: () => new Float64Array(this.#kernels.bytes(found).slice(0, 8 * LINE * visits).buffer),
    };
  }

  /** Of each action tried: its number, visits, summed value, and each seat's summed share, one after the other. */
  tried(): Float64Array {
    const outcome = this.#kernels.view(this.#rooms.outcome);
    const { seats } = this.#kernels.layout.search;
    const found: number[] = [];
    for (const { action, visits, total } of this.#firsts()) {
      found.push(action, visits, total);
      for (let p = 0; p < seats; p += 1) found.push(outcome.getFloat64(8 * (seats * action + p), true));
    }
    return Float64Array.from(found);
  }

  /** The actions that were tried, the most visited first. */
  candidates(players: number): Candidate[] {
    const outcome = this.#kernels.view(this.#rooms.outcome);
    const { seats } = this.#kernels.layout.search;
    const found = [...this.#firsts()].map(({ action, visits, total }) => {
      const line = 8 * seats * action;
      const shares = Array.from({ length: players }, (_, p) => outcome.getFloat64(line + 8 * p, true) / visits);
      return { action, visits, value: total / visits, shares };
    });
    return found.sort((a, b) => b.visits - a.visits || b.value - a.value || a.action - b.action);
  }

  *#firsts(): Generator<{ action: number; visits: number; total: number }> {
    const tree = this.#kernels.view(this.#rooms.tree);
    const { size, fields } = this.#node;
    let at = tree.getInt32(fields.child!.offset, true);
    while (at !== NO_NODE) {
      const node = at * size;
      const action = tree.getInt32(node + fields.action!.offset, true);
      const visits = tree.getInt32(node + fields.visits!.offset, true);
      yield { action, visits, total: tree.getFloat64(node + fields.total!.offset, true) };
      at = tree.getInt32(node + fields.sibling!.offset, true);
    }
  }

  /** Room for what so many visits find: made once, and again only for more. */
  #lines(visits: number): Room {
    if (this.#found.bytes < 8 * LINE * visits) this.#found = this.#kernels.room("float64", visits, LINE);
    return this.#found;
  }

  get #node() {
    return this.#kernels.layout.records.node!;
  }
}
