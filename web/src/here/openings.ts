/**
 * Openings: tables whose first answers are written down (src/kobako/house/openings.py). A few lie beside the page, for a
 * first visit; from then on Python lays the next deal of what is likely to be played, and this browser keeps it.
 */

import type { LogItem, SeatGiven, SeatShown, TableFrame, TableWish, Welcome } from "../lib/protocol";
import { Base } from "./base";
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

/** The next deal of a game: what it was laid for, by which Python, and its opening as text; none: it cannot be laid. */
interface Laid {
  game: string;
  wish: string;
  by: string;
  opening?: string;
}

const STORE = "laid";

export class Openings {
  readonly #base: Base;
  readonly #home: string;
  readonly #version: Promise<string>;

  constructor(home: string) {
    this.#home = home;
    this.#version = this.#fetch("version.txt").then((found) => found.text());
    this.#version.catch(() => undefined);
    this.#base = new Base(`kobako openings ${new URL(home).pathname}`, (base) =>
      base.createObjectStore(STORE, { keyPath: "game" }),
    );
  }

  /** An opening of just what is wished for, if there is one. */
  async take(wish: TableWish): Promise<Opening | null> {
    const text = JSON.stringify(wish);
    return (
      (await this.#takeLaid(wish.game ?? "", text).catch(() => null)) ?? (await this.#written(wish).catch(() => null))
    );
  }

  /** Which of these wishes do not lie ready: for Python to lay. */
  async wanted(wishes: TableWish[]): Promise<string[]> {
    const [all, by] = await Promise.all([this.#all(), this.#version]);
    const texts = wishes.map((wish) => JSON.stringify(wish));
    return texts.filter((text) => !all.some((laid) => laid.wish === text && laid.by === by));
  }

  /** Keep what Python has laid; null: it is not of a kind that can be. */
  async lay(wish: string, opening: string | null): Promise<void> {
    const { game } = JSON.parse(wish) as { game: string };
    const laid: Laid = { game, wish, by: await this.#version, ...(opening ? { opening } : {}) };
    const doing = await this.#base.transaction(STORE, "readwrite");
    doing.objectStore(STORE).put(laid);
    await done(doing);
  }

  /** It is looked at and taken away in one transaction: of two tabs one has it. */
  async #takeLaid(game: string, text: string): Promise<Opening | null> {
    const by = await this.#version;
    const doing = await this.#base.transaction(STORE, "readwrite", { durability: "relaxed" });
    const all = doing.objectStore(STORE);
    const asked = all.get(game) as IDBRequest<Laid | undefined>;
    let found: string | undefined;
    asked.onsuccess = () => {
      if (asked.result?.wish !== text || asked.result.by !== by || !asked.result.opening) return;
      found = asked.result.opening;
      all.delete(game);
    };
    await done(doing);
    return found ? (JSON.parse(found) as Opening) : null;
  }

  /** They are written down for somebody without a face, and one's own is put in. */
  async #written(wish: TableWish): Promise<Opening | null> {
    const found = await this.#fetch(`openings/${wish.game}-${wish.players}.json`);
    if (!found.ok) return null;
    const { deals, company } = (await found.json()) as Written;
    const which = Math.floor(Math.random() * deals.length);
    const { face, ...me } = wish.seats?.[0] ?? {};
    const own = company[JSON.stringify({ ...wish, seats: wish.seats?.with(0, me) })]?.[which];
    return own ? withFace({ ...deals[which]!, ...own }, face) : null;
  }

  async #all(): Promise<Laid[]> {
    const asked = (await this.#base.transaction(STORE)).objectStore(STORE).getAll() as IDBRequest<Laid[]>;
    return new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  }

  #fetch(file: string): Promise<Response> {
    return fetch(new URL(`engine/${file}`, this.#home));
  }
}

/** An opening, and the face of the one who sits at its first seat. */
function withFace(opening: Opening, face = ""): Opening {
  const [sat, ...others] = opening.entries;
  const [seat, ...bots] = opening.seats;
  if (!face || !sat || !seat) return opening;
  return {
    ...opening,
    entries: [{ ...sat, data: { ...sat.data, face } }, ...others],
    seats: [{ ...seat, face }, ...bots],
  };
}

function done(doing: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    doing.oncomplete = () => resolve();
    doing.onabort = () => reject(doing.error);
  });
}
