/** What if: a side table at which one tries something out, while one's game waits. */

import { api } from "./api";
import { discard } from "./mine";
import { route } from "./route.svelte";
import { keepAside, mySeats, myTables } from "./secrets";

/**
 * From what I now know of a table on, what I cannot see imagined anew: to the side table, which takes the place of the
 * one that was tried out before.
 */
export async function tryOut(table: string, game: string): Promise<void> {
  const held = mySeats(table)[0];
  if (!held) return;
  const { table: aside, seat, secret } = await api.whatIf(table, held.secret);
  for (const before of myTables()) if (before.of === table) discard(before.table);
  keepAside(aside, game, { seat, secret }, table);
  route.go(`/t/${aside}`);
}
