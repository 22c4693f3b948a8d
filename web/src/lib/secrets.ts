/** The seats this browser holds: the secret of each, by table, so that one can come back after closing the tab. */

import { homePath } from "./address";
import type { SeatShown } from "./protocol";
import { load } from "./storage";
import { recall, saveTwice } from "./twice";

export interface Held {
  seat: number;
  secret: string;
}

export interface MyTable {
  table: string;
  game: string;
  seats: Held[];
  /** The secret of who made a table of bots alone, where nobody has a seat. */
  host?: string;
  /** At a side table: the table whose course it imagines. */
  of?: string;
  /** A lesson: nobody comes back to one. */
  lesson?: true;
  /** Who sat there when the game ended, once it has. */
  over?: SeatShown[];
  /** When it was last visited, in milliseconds. */
  at: number;
}

/** How many are remembered of what nobody comes back to, and of games that are over. Those in progress all are. */
const MOST_PASSING = 5;
const MOST_OVER = 500;

/** Two pages on one host, a server's and one in a folder, each have tables that the other does not know. */
const shelf = () => (homePath() === "/" ? "tables" : `tables:${homePath()}`);

let recalled: Promise<void> | null = null;
/** The seats that a browser which was killed has not written down. Whoever looks for seats, or keeps one, waits for it. */
export function recallSeats(): Promise<void> {
  recalled ??= recall(shelf());
  return recalled;
}

export function myTables(): MyTable[] {
  return load<MyTable[]>(shelf(), []).sort((a, b) => b.at - a.at);
}

export function mySeats(table: string): Held[] {
  return myTables().find((mine) => mine.table === table)?.seats ?? [];
}

/** Keep the secrets of some seats; those already held at the table stay. */
export function keepSeats(table: string, game: string, seats: Held[]): void {
  const kept = myTables().find((mine) => mine.table === table);
  const others = mySeats(table).filter((held) => !seats.some((seat) => seat.seat === held.seat));
  const mine = { ...kept, table, game, seats: [...others, ...seats].sort((a, b) => a.seat - b.seat), at: Date.now() };
  saveTwice(shelf(), [mine, ...myTables().filter((other) => other.table !== table)]);
}

/** Keep the seat at a side table of another. */
export function keepAside(table: string, game: string, held: Held, of: string): void {
  saveTwice(shelf(), [{ table, game, seats: [held], of, at: Date.now() }, ...myTables()]);
}

/** Keep the secret of a table of bots alone, so that one finds it again. */
export function keepHost(table: string, game: string, host: string): void {
  saveTwice(shelf(), [{ table, game, seats: [], host, at: Date.now() }, ...myTables()]);
}

export function hostOf(table: string): string | null {
  return myTables().find((mine) => mine.table === table)?.host ?? null;
}

/** A seat was given up, or its secret is dead. */
export function dropSeat(table: string, seat: number): void {
  const left = mySeats(table).filter((held) => held.seat !== seat);
  const others = myTables().filter((mine) => mine.table !== table);
  const mine = myTables().find((one) => one.table === table);
  saveTwice(shelf(), mine && left.length > 0 ? [{ ...mine, seats: left }, ...others] : others);
}

export function forgetTable(table: string): void {
  saveTwice(
    shelf(),
    myTables().filter((mine) => mine.table !== table),
  );
}

/** Note what has become known of a table that is one's own. */
export function noteTable(table: string, known: Pick<MyTable, "lesson" | "over">): void {
  const tables = myTables();
  const mine = tables.find((one) => one.table === table);
  if (!mine || JSON.stringify({ ...mine, ...known }) === JSON.stringify(mine)) return;
  saveTwice(
    shelf(),
    tables.map((one) => (one === mine ? { ...one, ...known } : one)),
  );
}

/** Lessons, side tables and finished games of long ago: too many to remember. */
export function outlived(): string[] {
  const tables = myTables();
  const passing = tables.filter(({ lesson, of }) => lesson || of);
  const over = tables.filter((one) => one.over && !passing.includes(one));
  return [...passing.slice(MOST_PASSING), ...over.slice(MOST_OVER)].map(({ table }) => table);
}
