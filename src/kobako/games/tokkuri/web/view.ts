/** Tokkuri Taking as one seat sees it: `show` of src/kobako/games/tokkuri/notation.py. */

/** `5`, `9+4`, `1+1+1 pass`, `9 steal`, `1~3 draw`, `7+7+7*`, `dummy`, `troublesome`; `?` unknown. */
export type Card = string;

export interface FlaskView {
  flask: string;
  laid_by: number;
  card: Card;
  level: number;
  on_the_table: boolean;
  taken_by: number | null;
  revealed_and_discarded: boolean;
  laid_as_last_card: boolean;
}

export interface SeatView {
  total: number;
  points_of_last_round: number;
  hand: Card[];
  has_chosen: boolean;
  chosen: Card | null;
  stars_kept: Card[];
  /** What this seat passed to its left, while it is known to be there. */
  passed_and_still_there: Card | null;
  cards_shown_by_left_since_pass: number | null;
}

export interface Playing {
  card: Card;
  drinks: { number: number; from: string | null }[];
}

export interface View {
  round: number;
  rounds: number;
  to_move: number | null;
  phase: string;
  start_player: number;
  turn_of: number;
  choosing_together: number[];
  seats: SeatView[];
  flasks: FlaskView[];
  playing: Playing | null;
  deck: Card[];
  discards: Card[];
}

export type Effect = "pass" | "steal" | "draw" | "star";

/** What is printed on a card. */
export interface Face {
  /** As they stand there: `["9", "4"]`, `["1~3"]`, none. */
  numbers: string[];
  effect: Effect | null;
}

export function face(card: Card): Face {
  if (!/^\d/.test(card)) return { numbers: [], effect: null };
  const [numbers = "", word] = card.replace("*", " star").split(" ");
  return { numbers: numbers.split("+"), effect: (word as Effect | undefined) ?? null };
}
