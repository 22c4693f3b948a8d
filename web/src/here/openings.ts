/**
 * Openings: tables whose first answers are written down (src/kobako/house/openings.py). A few lie beside the page, for a
 * first visit; from then on Python lays the next deal of what was played last, and this browser keeps it.
 */

import type { LogItem, SeatGiven, SeatShown, TableFrame, TableWish, Welcome } from "../lib/protocol";
import type { Entry, Row } from "./keeping";

/** What is kept of a decision, and what it changes in what is shown; and the answers to the next one. */
export interface Answered {
  entry: Entry;
  frame: Partial<TableFrame> & { log: { from: number; items: LogItem[] } };
  next: Record<string, Answered>;
}

export interface Opening {
  given: SeatGiven[];
  row: Row;
  entries: Entry[];
  seats: SeatShown[];
  welcome: Welcome;
  here: boolean[];
  frame: TableFrame;
  /** By the number of the action. */
  next: Record<string, Answered>;
}

/** A file of a game and a number of players: who sits there depends on what was wished for. */
interface Written {
  deals: Opening[];
  company: Record<string, Pick<Opening, "entries" | "seats">[]>;
}

/** What was last wished for of a game, and its next deal, if it has been laid. */
interface Laid {
  game: string;
  wish: string;
  /** The Python that laid it, and its opening as text. */
  by?: string;
  opening?: string;
}

const STORE = "laid";

export class Openings {
  readonly #base: Promise<IDBDatabase>;
  readonly #home: string;
  readonly #version: Promise<string>;
  /** What lies here, read before anybody asks. */
  readonly #laid: Promise<Laid[]>;

  constructor(home: string) {
    this.#home = home;
    this.#version = this.#fetch("version.txt").then((found) => found.text());
    this.#base = new Promise((resolve, reject) => {
      const opening = indexedDB.open(`kobako openings ${new URL(home).pathname}`, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "game" });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    this.#laid = this.#all();
    for (const unheard of [this.#version, this.#laid]) unheard.catch(() => undefined);
  }

  /** An opening of just what is wished for, if there is one. */
  async take(wish: TableWish): Promise<Opening | null> {
    const text = JSON.stringify(wish);
    return (await this.#takeLaid(text).catch(() => null)) ?? (await this.#written(wish, text).catch(() => null));
  }

  /** Somebody plays this: they may wish for it again. */
  async note(wish: TableWish): Promise<void> {
    if (!wish.game) return;
    const now: Laid = { game: wish.game, wish: JSON.stringify(wish) };
    await this.#change(now.game, (laid) => (laid?.wish === now.wish ? laid : now));
  }

  /** What was wished for and does not lie ready: for Python to lay. */
  async wanted(): Promise<string[]> {
    const [all, by] = await Promise.all([this.#all(), this.#version]);
    return all.filter((laid) => laid.by !== by).map((laid) => laid.wish);
  }

  /** Keep what Python has laid; null: it is not of a kind that can be. */
  async lay(wish: string, opening: string | null): Promise<void> {
    const by = await this.#version;
    const { game } = JSON.parse(wish) as { game: string };
    await this.#change(game, (laid) =>
      laid?.wish === wish ? { game, wish, by, ...(opening ? { opening } : {}) } : laid,
    );
  }

  async #takeLaid(text: string): Promise<Opening | null> {
    const [all, by] = await Promise.all([this.#laid, this.#version]);
    const found = all.find((laid) => laid.opening && laid.wish === text && laid.by === by);
    if (!found) return null;
    all.splice(all.indexOf(found), 1);
    this.#change(found.game, (laid) => laid && { game: laid.game, wish: laid.wish }).catch(() => undefined);
    return JSON.parse(found.opening!) as Opening;
  }

  async #written(wish: TableWish, text: string): Promise<Opening | null> {
    const found = await this.#fetch(`openings/${wish.game}-${wish.players}.json`);
    if (!found.ok) return null;
    const { deals, company } = (await found.json()) as Written;
    const which = Math.floor(Math.random() * deals.length);
    const own = company[text]?.[which];
    return own ? { ...deals[which]!, ...own } : null;
  }

  async #all(): Promise<Laid[]> {
    const asked = (await this.#base).transaction(STORE).objectStore(STORE).getAll() as IDBRequest<Laid[]>;
    return new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  }

  #fetch(file: string): Promise<Response> {
    return fetch(new URL(`engine/${file}`, this.#home));
  }

  /** Look at what is kept of a game and keep something else in its place, at once; undefined: nothing is to be changed. */
  async #change(game: string, to: (laid: Laid | undefined) => Laid | undefined): Promise<void> {
    const doing = (await this.#base).transaction(STORE, "readwrite");
    const all = doing.objectStore(STORE);
    const asked = all.get(game) as IDBRequest<Laid | undefined>;
    asked.onsuccess = () => {
      const changed = to(asked.result);
      if (changed && changed !== asked.result) all.put(changed);
    };
    return new Promise((resolve, reject) => {
      doing.oncomplete = () => resolve();
      doing.onabort = () => reject(doing.error);
    });
  }
}
