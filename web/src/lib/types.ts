/** What every game's table is given. The screen draws what the server sends (protocol.ts) and works out no rule. */

import type { LogItem, ShownAction, ShownView, ShownWould } from "./protocol";
import type { Say } from "./say";

export type { LogItem, ShownView };

/** An action that may be played now: its id, its text, its kind, and the pieces it names. */
export type Legal = ShownAction;

/** Something that holds the table for a while, as a round's end does: the table as it then stood, told step by step. */
export interface Moment {
  /** What happened, up to this moment, since the last one or the last move. */
  events: LogItem[];
  /** How many of them have been told. */
  told: number;
}

/**
 * What every game's table is given: the props of our Table.svelte in a game's folder `web`, and what the `mount` of a
 * module from elsewhere gets (docs/adding-a-game.md).
 */
export interface TableProps<View = ShownView, Would = ShownWould> {
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
  /** What each of them would do, by its text, as far as the game says so: `would[action.text]`. */
  would: Record<string, Would>;
  /** What the search would do, if the player asked: the pieces it names are marked. */
  advice: Legal | null;
  /** The table is held: `view` is as it was at this moment, and `legal` is empty. */
  moment: Moment | null;
  /** The game's words, in the language of the page. */
  say: Say;
  /** The player picks an action. */
  choose: (action: Legal) => void;
  /** The player reaches for something that is not allowed now: the text of the action as it would be written. */
  refuse: (text: string) => void;
  /** What the table asks for just now ("Which row?"): said beside the table, where it is always said whose turn it is. */
  ask: (text: string | null) => void;
}

/** What a picture of the end is given: `web/Ending.svelte` of a game's folder, or `ending` of its module. */
export interface EndingProps<View = ShownView> {
  game: string;
  /** The table as it was left. */
  view: View;
  winners: number[];
  /** By seat: 1 is the best, and equals share one. */
  ranks: number[];
  scores: number[];
  /** What to call each seat. */
  names: string[];
}
