/**
 * A game's own picture of its end: what was won by, drawn with its pieces. It comes from where its table comes from, and
 * a game may do without.
 */

import type { Component } from "svelte";
import { type TableModule, tableOf, withoutTable } from "./tables";
import type { EndingProps } from "./types";

type Ending = { component: Component<EndingProps> } | { mount: NonNullable<TableModule["ending"]> } | null;

const FOLDER = /\/([^/]+)\/web\//;
const ours = new Map(
  Object.entries(
    import.meta.glob<{ default: Component<EndingProps> }>("../../../src/kobako/games/*/web/Ending.svelte"),
  ).map(([path, load]) => [path.match(FOLDER)![1] as string, load]),
);

/** Fetched while the table is seen once more as the game has left it, so that the scene is whole when it comes. */
export async function loadEnding(game: string): Promise<Ending> {
  try {
    const load = ours.get(game);
    if (load) return { component: (await load()).default };
    const table = await tableOf(game);
    return table && "module" in table && table.module.ending ? { mount: table.module.ending } : null;
  } catch (wrong) {
    withoutTable(game, wrong);
    return null;
  }
}
