/** What the server sends: docs/protocol.md. The screen draws these and works out no rule. */

import type { Say } from "./say";

/** An action that may be played now: its id, its text, its kind, and the pieces it names. */
export interface Legal {
  id: number;
  text: string;
  kind: string;
  [piece: string]: string | number;
}

export interface Seat {
  by: "person" | "bot" | "open";
  name: string;
  level: string | null;
  away: boolean;
}

/** Something that happened, with its pieces as people write them; what is not seen is null. */
export interface LogItem {
  ply: number;
  event: string;
  [piece: string]: string | number | null;
}

export interface Clock {
  left: number;
  running: boolean;
}

export interface Welcome {
  type: "welcome";
  n: number;
  protocol: number;
  table: string;
  you: number | null;
  game: string;
  rules: number;
  players: number;
  options: Record<string, string>;
  private: boolean;
  practice: boolean;
  hints: boolean;
  clock: { bank: number; per_move: number } | null;
  seed_hash: string;
}

export interface TableFrame {
  type: "table";
  n: number;
  seq: number;
  turn: number;
  status: "waiting" | "playing" | "over";
  seats: Seat[];
  acting: number[];
  // A view's shape is the game's own: see view.ts in the folder of its table.
  view: unknown;
  legal: Legal[];
  chosen: Legal | null;
  held: boolean;
  can: ("undo" | "confirm" | "hint" | "rematch")[];
  scores: number[];
  ranks: number[];
  winners: number[] | null;
  clocks: Clock[] | null;
  time: number;
  seed: string | null;
  next: string | null;
  log: { from: number; items: LogItem[] };
}

/**
 * What every game's table is given: the props of our Table.svelte in a game's folder `web`, and what the `mount` of a
 * module from elsewhere gets (docs/adding-a-game.md).
 */
export interface TableProps<View = unknown> {
  game: string;
  view: View;
  /** What this seat may do now; empty when it is not its turn, and in replays. */
  legal: Legal[];
  /** Whose eyes: a seat is drawn at the near side; null watches. */
  you: number | null;
  /** What to call each seat. */
  names: string[];
  acting: number[];
  /** The events of the last move and what followed it: their pieces stay marked. */
  last: LogItem[];
  /** Picked by the player, and not yet sent (confirming is on), or chosen where all choose at once. */
  staged: Legal | null;
  /** The game's words, in the language of the page. */
  say: Say;
  /** The player picks an action. */
  choose: (action: Legal) => void;
  /** The player reaches for something that is not allowed now: the text of the action as it would be written. */
  refuse: (text: string) => void;
}
