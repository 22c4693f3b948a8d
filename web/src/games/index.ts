/** The table of each game, fetched when it is first played. A game from elsewhere is drawn by the shell's plain table. */

import type { Component } from "svelte";
import type { TableProps } from "../lib/types";
import "./shared/table.css";

// biome-ignore lint/suspicious/noExplicitAny: each table knows the shape of its own game's view
export type GameTable = Component<TableProps<any>>;

// Found by their place, so that a game is added by adding its folder.
const found = import.meta.glob<{ default: GameTable }>("./*/Table.svelte");

const tables = new Map(Object.entries(found).map(([path, load]) => [path.split("/")[1] as string, load]));

export async function loadTable(game: string): Promise<GameTable | null> {
  const load = tables.get(game);
  return load ? (await load()).default : null;
}
