/**
 * Where a game's table comes from: one of ours from the folder of its game, built with this page and fetched when it is
 * first played; any other from the game's package, as a module that the server hands out.
 */

import type { Component } from "svelte";
import { learn } from "../here/box";
import { beside } from "./address";
import { games } from "./games.svelte";
import type { EndingProps, TableProps } from "./types";

/** Each table knows more of its own game's view, by its view.ts; what is sent to it is what its game shows. */
export type GameTable = Component<TableProps>;

/** A table that is shown, by a module from elsewhere. */
export interface Shown<Props = TableProps> {
  /** Something has changed: a frame, what is picked, the language. */
  update(props: Props): void;
  destroy(): void;
}

/** The module `web/table.js` of a game's package. */
export interface TableModule {
  mount(target: HTMLElement, props: TableProps): Shown;
  /** The picture of the end, if it brings one. */
  ending?(target: HTMLElement, props: EndingProps): Shown<EndingProps>;
}

const FOLDER = /\/([^/]+)\/web\//;
const ours = new Map(
  Object.entries(import.meta.glob<{ default: GameTable }>("../../../src/kobako/games/*/web/Table.svelte")).map(
    ([path, load]) => [path.match(FOLDER)![1] as string, load],
  ),
);

type OwnTable = { component: GameTable } | { module: TableModule } | null;

/** Tables that have been fetched: one that is here is drawn at once, and not a moment after what stands around it. */
const fetched = new Map<string, OwnTable>();
export const tableOf = (game: string): OwnTable | Promise<OwnTable> => fetched.get(game) ?? loadTable(game);

/** A game's own table; null where it brings none, or none that can be read. */
export async function loadTable(game: string): Promise<OwnTable> {
  learn(game);
  const table = await read(game);
  fetched.set(game, table);
  return table;
}

async function read(game: string): Promise<OwnTable> {
  try {
    const load = ours.get(game);
    if (load) return { component: (await load()).default };
    await games.load();
    const address = games.get(game)?.table;
    return address ? { module: (await import(/* @vite-ignore */ beside(address))) as TableModule } : null;
  } catch (wrong) {
    withoutTable(game, wrong);
    return null;
  }
}

/** A word for those who write tables: the game goes on without this one. */
export function withoutTable(game: string, wrong: unknown): void {
  console.warn(`The table of ${game} failed, and the generic one takes its place:`, wrong);
}
