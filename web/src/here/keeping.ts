/**
 * What a browser keeps of its tables: rows and entries, the same that a server keeps. A promise that is kept means that it
 * is on the disk; what belongs together is written together.
 */

import { Base } from "./base";

export interface Row {
  id: string;
  status: string;
  updated: number;
  [more: string]: unknown;
}

export interface Entry {
  seq: number;
  at: number;
  data: Record<string, unknown>;
  [more: string]: unknown;
}

export interface Job {
  table: string;
  row?: Row;
  change?: Partial<Row>;
  entries: Entry[];
  /** It need not be on the disk at once: nothing was done yet, and what is kept next brings it there. */
  soon?: true;
}

const TABLES = "tables";
const ENTRIES = "entries";
const LAST = Number.MAX_SAFE_INTEGER;

export class Keeper {
  readonly #base: Base;
  /** The same page in other tabs. */
  readonly #tabs: BroadcastChannel;

  /** Two pages on one host have each their own: of the one that lies here. */
  constructor(home: string) {
    const name = `kobako ${new URL(home).pathname}`;
    this.#tabs = new BroadcastChannel(name);
    this.#base = new Base(name, (base) => {
      base.createObjectStore(TABLES, { keyPath: "id" });
      base.createObjectStore(ENTRIES, { keyPath: ["table", "seq"] });
    });
  }

  /** All of it, or nothing. False: another tab has written an entry of this number first. */
  async keep({ table, row, change, entries, soon }: Job): Promise<boolean> {
    const durability = soon ? "relaxed" : "strict";
    const doing = await this.#base.transaction([TABLES, ENTRIES], "readwrite", { durability });
    const tables = doing.objectStore(TABLES);
    let taken = false;
    if (row) tables.put(row);
    else {
      const asked = tables.get(table) as IDBRequest<Row | undefined>;
      asked.onsuccess = () => {
        if (asked.result && change) tables.put({ ...asked.result, ...change });
        else if (!asked.result && entries.length > 0) doing.abort(); // it was removed meanwhile
      };
    }
    for (const entry of entries) {
      const adding = doing.objectStore(ENTRIES).add({ ...entry, table });
      adding.onerror = () => {
        taken = adding.error?.name === "ConstraintError";
      };
    }
    return new Promise((resolve, reject) => {
      doing.oncomplete = () => {
        if (entries.length > 0) this.#tabs.postMessage(table);
        resolve(true);
      };
      doing.onabort = () => (taken ? resolve(false) : reject(doing.error ?? new Error("no such table")));
    });
  }

  /** Keep a table no longer, nor what was played there. */
  async remove(table: string): Promise<void> {
    const doing = await this.#base.transaction([TABLES, ENTRIES], "readwrite");
    doing.objectStore(TABLES).delete(table);
    doing.objectStore(ENTRIES).delete(IDBKeyRange.bound([table, 0], [table, LAST]));
    return new Promise((resolve, reject) => {
      doing.oncomplete = () => resolve();
      doing.onabort = () => reject(doing.error);
    });
  }

  /** Hear of each table to which another tab has added something. */
  listen(changed: (table: string) => void): void {
    this.#tabs.onmessage = ({ data }: MessageEvent<string>) => changed(data);
  }

  /** A table's row, and its entries from a number on. */
  async load(table: string, since: number): Promise<{ row: Row | null; entries: Entry[] }> {
    const reading = await this.#base.transaction([TABLES, ENTRIES]);
    const row = reading.objectStore(TABLES).get(table) as IDBRequest<Row | undefined>;
    const range = IDBKeyRange.bound([table, since], [table, LAST]);
    const entries = reading.objectStore(ENTRIES).getAll(range) as IDBRequest<(Entry & { table?: string })[]>;
    return new Promise((resolve, reject) => {
      reading.oncomplete = () => resolve({ row: row.result ?? null, entries: entries.result });
      reading.onabort = () => reject(reading.error);
    });
  }

  /** The names of the tables that are not over, the latest first. */
  async lobby(): Promise<string[]> {
    const asked = (await this.#base.transaction(TABLES)).objectStore(TABLES).getAll() as IDBRequest<Row[]>;
    return new Promise((resolve, reject) => {
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => {
        const open = asked.result.filter((row) => row.status !== "over");
        resolve(open.sort((a, b) => b.updated - a.updated).map((row) => row.id));
      };
    });
  }
}
