/** The games that one may come back to: found, and let go of. */

import { here } from "./address";
import { api, Refusal } from "./api";
import type { SeatShown } from "./protocol";
import { forgetTable, type MyTable, myTables, noteTable, outlived, recallSeats } from "./secrets";

export interface Mine {
  kept: MyTable;
  seats: SeatShown[];
  /** It is of rules that are no longer here: nobody goes on with it. */
  old?: true;
}

/** So many tables are looked at together. */
const AT_ONCE = 12;

/** Games in progress, the latest first. They are shown as they are found: who has many sees the first ones early. */
export async function findRunning(show: (found: Mine[]) => void): Promise<void> {
  await recallSeats();
  for (const table of outlived()) discard(table);
  const open = myTables().filter(({ of, lesson, over }) => !of && !lesson && !over);
  let found: Mine[] = [];
  do {
    const looked = await Promise.all(open.splice(0, AT_ONCE).map(look));
    found = [...found, ...looked.filter((one) => one !== null)];
    show(found);
  } while (open.length > 0);
}

/** Games that are over. What is known of them does not change, so nobody is asked. */
export function findOver(): Mine[] {
  return myTables().flatMap((kept) => (kept.over && !kept.lesson && !kept.of ? [{ kept, seats: kept.over }] : []));
}

/** A table, if its game goes on or cannot be read any more. What it turns out to be else is noted. */
async function look(kept: MyTable): Promise<Mine | null> {
  try {
    const { status, lesson, seats } = await api.table(kept.table);
    if (lesson !== null) noteTable(kept.table, { lesson: true });
    if (status === "over") noteTable(kept.table, { over: seats });
    return lesson === null && status !== "over" ? { kept, seats } : null;
  } catch (wrong) {
    if (!(wrong instanceof Refusal)) return null;
    if (wrong.status === 404) forgetTable(kept.table);
    return wrong.refused.code === "old_rules" ? { kept, seats: [], old: true } : null;
  }
}

/** Let go of a table. Where there is no server it is nowhere any more: nobody else has it. */
export async function discard(table: string): Promise<void> {
  forgetTable(table);
  if (here()) await api.remove(table).catch(() => undefined);
}
