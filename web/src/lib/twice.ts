/**
 * A second place for what must outlast a browser that is killed. What is put into localStorage reaches the disk seconds,
 * at times a minute later; IndexedDB writes at once. Whatever is the newer of the two counts when the page starts.
 */

import { load, save } from "./storage";

const NAME = "kobako kept twice";
const STORE = "kept";
const PATIENCE = 1000; // milliseconds after which a page starts without it

interface Kept {
  at: number;
  value: unknown;
}

const stamp = (key: string) => `${key} at`;

async function store<T>(mode: IDBTransactionMode, ask: (kept: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const base = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const doing = base.transaction(STORE, mode, { durability: "strict" });
  const asked = ask(doing.objectStore(STORE));
  return new Promise<T>((resolve, reject) => {
    doing.oncomplete = () => resolve(asked.result);
    doing.onabort = () => reject(doing.error);
  }).finally(() => base.close());
}

/** Keep it in both places. Where there is no second one, the first must do. */
export function saveTwice(key: string, value: unknown): void {
  const at = Math.max(Date.now(), load(stamp(key), 0) + 1);
  save(key, value);
  save(stamp(key), at);
  const kept: Kept = { at, value };
  if (globalThis.indexedDB) store("readwrite", (all) => all.put(kept, key)).catch(() => {});
}

/** What the second place has and the first has lost. */
export async function recall(key: string): Promise<void> {
  if (!globalThis.indexedDB) return;
  const asked = store<Kept | undefined>("readonly", (all) => all.get(key)).catch(() => undefined);
  const kept = await Promise.race([asked, new Promise<undefined>((enough) => setTimeout(enough, PATIENCE))]);
  if (!kept || kept.at <= load(stamp(key), 0)) return;
  save(key, kept.value);
  save(stamp(key), kept.at);
}
