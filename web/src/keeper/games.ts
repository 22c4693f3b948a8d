/** What the keeper knows of games: by which rules they are played, and which are in progress. No game goes on by other rules. */

interface Row {
  game: string;
  rules: number;
  status: string;
  lesson?: string | null;
  what_if?: unknown;
  /** In seconds. */
  updated: number;
}

/** The rules of each game, by their number. */
export type Rules = Record<string, number>;

/** How long a game that nobody goes on with is waited for, in seconds. */
const PATIENCE = 30 * 86_400;

export async function rulesIn(games: Response): Promise<Rules> {
  const shown = (await games.json()) as { name: string; rules: number }[];
  return Object.fromEntries(shown.map(({ name, rules }) => [name, rules]));
}

/** Of these rules those that are not, or no longer the same, among others. */
export function changed(rules: Rules, others: Rules): Rules {
  return Object.fromEntries(Object.entries(rules).filter(([game, version]) => others[game] !== version));
}

/** The games in progress by these rules, at the tables that the page of a path keeps. */
export async function playedBy(rules: Rules, path: string): Promise<string[]> {
  const since = Date.now() / 1000 - PATIENCE;
  const rows = (await tables(path)).filter(({ game, rules: by }) => rules[game] === by);
  const going = rows.filter((row) => row.status === "playing" && row.updated > since && !row.lesson && !row.what_if);
  return [...new Set(going.map(({ game }) => game))];
}

/** The rows that here/keeping.ts has written; none where nothing was ever kept, or it cannot be read. */
async function tables(path: string): Promise<Row[]> {
  const opening = indexedDB.open(`kobako ${path}`);
  opening.onupgradeneeded = () => opening.transaction!.abort(); // there is none, and none is made
  const base = await new Promise<IDBDatabase | null>((done) => {
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => done(null);
  });
  if (!base) return [];
  const asked = base.transaction("tables").objectStore("tables").getAll() as IDBRequest<Row[]>;
  return new Promise<Row[]>((done) => {
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done([]);
  }).finally(() => base.close());
}
