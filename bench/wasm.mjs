// A game's module in this JavaScript engine: what comes of random games and of a search, and how fast.

import { Kernels } from "../web/src/wasm/kernels.ts";
import { Search } from "../web/src/wasm/search.ts";

/** Random games from seeds; gives their lengths, scores and results. */
export class Games {
  constructor(kernels, task) {
    const { actions, most_legal } = kernels.layout.search;
    const n = task.seeds.length;
    this.kernels = kernels;
    this.rooms = [
      kernels.room("state", 1),
      kernels.room("state", 1),
      kernels.room("int32", most_legal),
      kernels.room("int64", 4),
      kernels.room("int64", n, 4),
      kernels.room("int32", actions),
      kernels.room("int32", n, 1),
      kernels.room("int32", n),
      kernels.room("int32", n),
      kernels.room("int32", n),
      kernels.room("int32", n, task.players),
      kernels.room("int32", n, task.players),
    ];
    const words = kernels.view(this.rooms[4]);
    task.seeds.flat().forEach((word, i) => {
      words.setBigInt64(8 * i, BigInt(word), true);
    });
    kernels.bytes(this.rooms[0]).set(task.template);
  }

  play() {
    this.kernels.call("playouts", ...this.rooms);
  }

  numbers(room) {
    const { buffer, byteOffset, byteLength } = this.kernels.bytes(this.rooms[room]);
    return [...new Int32Array(buffer, byteOffset, byteLength / 4)];
  }
}

/** What comes of a task: of its random games, the state in which the last one ended, and of its search. */
export async function results(bytes, task) {
  const kernels = await Kernels.of(bytes, task.layout);
  const games = new Games(kernels, task);
  games.play();
  const last = [...kernels.bytes(games.rooms[1])];
  const search = new Search(kernels, task.nodes);
  search.begin(new Uint8Array(task.view), task.seat, task.words, task.nodes, task.parts);
  search.think(task.simulations);
  const [plies, scores, ends] = [8, 10, 11].map((room) => games.numbers(room));
  return { plies, scores, ends, last, candidates: search.candidates(task.players) };
}

/** Decisions and simulations a second of this thread's own time: the best of some runs. */
export async function rates(bytes, task, seconds) {
  const kernels = await Kernels.of(bytes, task.layout);
  const games = new Games(kernels, task);
  const search = new Search(kernels, task.nodes);
  const best = { decisions: 0, simulations: 0 };
  for (let i = 0; i < task.repeats; i++) {
    let start = await seconds();
    for (let n = 0; n < task.repeats; n++) games.play();
    const spent = (await seconds()) - start;
    const decisions = task.repeats * games.numbers(8).reduce((sum, n) => sum + n, 0);
    best.decisions = Math.max(best.decisions, decisions / spent);
    search.begin(new Uint8Array(task.view), task.seat, task.words, task.nodes, task.parts);
    start = await seconds();
    search.think(task.simulations);
    best.simulations = Math.max(best.simulations, task.simulations / ((await seconds()) - start));
  }
  return best;
}
