/** The seats this browser holds: the secret of each, by table, so that one can come back after closing the tab. */

import { load, save } from "./storage";

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
  /** When it was last visited, in milliseconds. */
  at: number;
}

const MOST = 40;

export function myTables(): MyTable[] {
  return load<MyTable[]>("tables", []).sort((a, b) => b.at - a.at);
}

export function mySeats(table: string): Held[] {
  return myTables().find((mine) => mine.table === table)?.seats ?? [];
}

/** Keep the secrets of some seats; those already held at the table stay. */
export function keepSeats(table: string, game: string, seats: Held[]): void {
  const others = mySeats(table).filter((held) => !seats.some((seat) => seat.seat === held.seat));
  const mine = { table, game, seats: [...others, ...seats].sort((a, b) => a.seat - b.seat), at: Date.now() };
  save("tables", [mine, ...myTables().filter((other) => other.table !== table)].slice(0, MOST));
}

/** Keep the secret of a table of bots alone, so that one finds it again. */
export function keepHost(table: string, game: string, host: string): void {
  save("tables", [{ table, game, seats: [], host, at: Date.now() }, ...myTables()].slice(0, MOST));
}

export function hostOf(table: string): string | null {
  return myTables().find((mine) => mine.table === table)?.host ?? null;
}

/** A seat was given up, or its secret is dead. */
export function dropSeat(table: string, seat: number): void {
  const left = mySeats(table).filter((held) => held.seat !== seat);
  const others = myTables().filter((mine) => mine.table !== table);
  const mine = myTables().find((one) => one.table === table);
  save("tables", mine && left.length > 0 ? [{ ...mine, seats: left }, ...others] : others);
}

export function forgetTable(table: string): void {
  save(
    "tables",
    myTables().filter((mine) => mine.table !== table),
  );
}
