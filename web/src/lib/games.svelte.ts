/** The games of this server and the levels of its bots, asked for once. */

import { api } from "./api";
import type { GameShown } from "./protocol";
import { words } from "./words.svelte";

/** What others are measured by: a seat may be given to one, but they are no step on the way from novice to champion. */
const MEASURES = ["greedy", "random"];

class Games {
  list = $state.raw<GameShown[]>([]);
  levels = $state.raw<string[]>([]);
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= this.#load().catch((wrong) => {
      this.#asked = null;
      throw wrong;
    });
    return this.#asked;
  }

  /** Whether the server has told what there is. */
  get ready(): boolean {
    return this.levels.length > 0;
  }

  /** The level of who does not choose one: the usual, or the first there is. */
  get level(): string {
    return this.levels.includes("regular") ? "regular" : (this.levels[0] ?? "regular");
  }

  /** Who plays a game for the first time meets those who can be beaten. */
  get gentle(): string {
    return this.levels.includes("novice") ? "novice" : this.level;
  }

  /** The levels to choose from at a glance, as they rise; the others only where nothing else is offered. */
  get rising(): string[] {
    const rising = this.levels.filter((level) => !MEASURES.includes(level));
    return rising.length > 0 ? rising : this.levels;
  }

  get(name: string): GameShown | undefined {
    return this.list.find((game) => game.name === name);
  }

  async #load(): Promise<void> {
    const [list, levels] = await Promise.all([api.games(), api.bots()]);
    for (const game of list) words.learnKinds(game.name, game.events);
    this.list = list;
    this.levels = levels;
  }
}

export const games = new Games();
