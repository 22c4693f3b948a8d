/** What each game brings to the screen, found in its folder: its table, fetched when it is first played, and its emblem. */

import type { Component } from "svelte";
import type { TableProps } from "./types";
import "../kit/table.css";

/** Each table knows more of its own game's view, by its view.ts; what is sent to it is what its game shows. */
export type GameTable = Component<TableProps>;

const FOLDER = /\/([^/]+)\/web\//;

function byGame<T>(found: Record<string, T>): Map<string, T> {
  return new Map(Object.entries(found).map(([path, what]) => [path.match(FOLDER)![1] as string, what]));
}

const tables = byGame(import.meta.glob<{ default: GameTable }>("../../../src/kobako/games/*/web/Table.svelte"));
const emblems = byGame(
  import.meta.glob<string>("../../../src/kobako/games/*/web/emblem.svg", {
    query: "?url",
    import: "default",
    eager: true,
  }),
);

export async function loadTable(game: string): Promise<GameTable | null> {
  const load = tables.get(game);
  return load ? (await load()).default : null;
}

/** The address of a game's picture, if it has one. */
export function emblemOf(game: string): string | undefined {
  return emblems.get(game);
}
