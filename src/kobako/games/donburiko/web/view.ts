/** Donburiko as one seat sees it: `show` of src/kobako/games/donburiko/notation.py. */

/** `1` … `5` acorns, `W` wild acorn, `L` loach, `-1` `-2` pond, `?` unknown. */
export type Card = string;

export interface Lying {
  card: Card;
  face_down_by?: number;
}

export interface SeatView {
  chips: number;
  credit: number;
  hand: Card[];
  has_taken: boolean;
}

export interface View {
  round: number;
  to_move: number | null;
  phase: "play" | "count wild acorns" | "over";
  bank: number;
  last_round: boolean;
  /** By letter; a row that was taken is not there. */
  rows: Record<string, Lying[]>;
  seats: SeatView[];
  taken_cards: Card[];
  aside: Card[];
  counting: { points_with_ones: number; wild_acorns: number } | null;
  last_taker: number | null;
}
