/** Kotori Atsume as everyone sees it: `show` of src/kobako/games/kotori/notation.py. */

/** `1` … `10`; `?` in the deck. */
export type Card = string;

export interface SeatView {
  bid_row: Card[];
  face_down: Card | null;
  sum_face_up: number;
  this_round: "in" | "passed" | "burst" | null;
  cage: Card[];
}

export interface View {
  round: number;
  dealer: number;
  to_move: number | null;
  phase: "bid or pass" | "over";
  treetop: Card | null;
  field: Card[];
  seats: SeatView[];
  discards: Card[];
  deck_from_the_top: Card[];
  /** What is in the deck, in no order: all know it. */
  cards_in_deck: Card[];
  times_deck_ran_out: number;
}
