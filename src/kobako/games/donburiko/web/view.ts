// Made from src/kobako/games/donburiko/view.py by `make types`: change it there, and make it anew.

/** `1` to `5` acorns, `W` wild acorn, `L` loach, `-1` and `-2` pond cards; `?` is not seen. */
export type Card = "1" | "2" | "3" | "4" | "5" | "W" | "L" | "-1" | "-2" | "?";

export type RowName = "A" | "B" | "C" | "D";

/** `counting`: who took a row says what its wild acorns count. */
export type Phase = "playing" | "counting" | "over";

/** A card in a row. */
export interface Lying {
  card: Card;
  /** The seat that laid it face down, if one did; its chip lies on it until the row is taken or the round ends. */
  face_down_by?: number;
}

/** A player. */
export interface SeatView {
  chips: number;
  /** Points that the bank could not pay: they are added in the final count. */
  credit: number;
  hand: Card[];
  /** They have taken a row, and are out of this round. */
  has_taken: boolean;
}

/** A taken row whose wild acorns are being counted. */
export interface Counting {
  /** What the row is worth if every wild acorn counts 1. */
  points_with_ones: number;
  wild_acorns: number;
}

/** From the least to the most that it can be, given what you see: equal where nothing is left open. */
export interface Range {
  least: number;
  most: number;
}

/** What adding a card, taking a row or counting wild acorns would do. */
export interface Would {
  /** What the row would add up to. A wild acorn that nobody has counted yet is 1 or 5. */
  row: Range;
  /** It would have seven cards, or has: then it counts 0, whatever it adds up to. */
  full: boolean;
  /** The chips that the move itself brings (1 for a card face up, if the bank has one; those on a row that is taken) or costs (1 for a card face down). */
  chips: number;
  /** Of taking and counting: what the row would then bring or cost, its wild acorns counted as is best for you. */
  score: Range | null;
  /** All chips that it brings or costs at once: those of `chips` and of `score`. */
  total: Range;
  /** The same; null where that depends on cards that you do not see. */
  brings: number | null;
  /** The row would be worth exactly the most that there is, whatever you do not see: taken so, a Donburiko. */
  six: boolean;
}

/** The table. */
export interface View {
  /** Rounds begun. */
  round: number;
  /** The seat whose turn it is; null when the game is over. */
  to_move: number | null;
  phase: Phase;
  /** Chips in the bank. */
  bank: number;
  /** Who holds so many chips makes the round the last. */
  goal: number;
  /** This round is the last. */
  last_round: boolean;
  /** By letter; a row that was taken is not there. */
  rows: Partial<Record<RowName, Lying[]>>;
  /** What each of them adds up to, given what you see; a full one counts 0. A wild acorn is 1 or 5. */
  sums: Partial<Record<RowName, Range>>;
  seats: SeatView[];
  /** Cards of the rows that were taken in this round. */
  taken_cards: Card[];
  /** Cards that are not played with in this round. */
  aside: Card[];
  counting: Counting | null;
  /** Who took a row last; before the first take, who began. */
  last_taker: number | null;
}
