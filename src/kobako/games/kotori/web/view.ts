// Made from src/kobako/games/kotori/view.py by `make types`: change it there, and make it anew.

/** A bird's number; `?` in the deck. */
export type Card = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "?";

export type Phase = "bidding" | "over";

export type Standing = "in" | "passed" | "burst";

/** Where a treetop comes from: the discards, when they are shuffled to be the new deck. */
export type Source = "deck" | "discards";

/** How likely the next treetop card bursts a row: `hits` of `cards`, all as likely. */
export interface Risk {
  hits: number;
  cards: number;
  percent: number;
}

/** What bidding or passing would do. */
export interface Would {
  /** Of the face-up cards in your bid row. */
  sum: number;
  /** The best sum of the others. */
  beat: number;
  /** How many birds more, or fewer, winning the field would bring. */
  gain: number;
  /** Of bidding; null for a pass, and where the game ends because the deck does. */
  risk: Risk | null;
  /** Of passing: how likely a bid would burst the row, in percent; 0 for a bid. */
  spares: number;
  /** The numbers that would then burst your row, as the next treetop. */
  bursts: Card[];
  ends_game: boolean;
  /** The seat that would then win the field, if nobody bid any more; null where nothing would be bid. */
  leader: number | null;
  /** What it would win the field with. */
  best: number;
  /** Of passing: the seats that the treetop would burst at once, before they could do anything. */
  bursts_next: number[];
  /** Of passing: nobody is left to bid, and the leader wins. */
  ends_round: boolean;
}

/** What winning the field would do to a cage. */
export interface Winning {
  /** How many birds more there would be in it, or fewer. */
  gain: number;
  /** Birds of the cage that have their like in the field: both would be discarded. */
  quarrels: Card[];
}

/** A player. */
export interface SeatView {
  /** In the order bid. */
  bid_row: Card[];
  /** The card of the bid row that a burst turned face down. */
  face_down: Card | null;
  sum_face_up: number;
  /** How they stand in this round; null when the game is over. */
  this_round: Standing | null;
  cage: Card[];
  /** What it would be for them to win the field. */
  if_won: Winning;
}

/** The table. */
export interface View {
  /** Rounds begun. */
  round: number;
  dealer: number;
  /** The seat whose turn it is; null when the game is over. */
  to_move: number | null;
  phase: Phase;
  treetop: Card | null;
  field: Card[];
  /** The seat that would win the field, if nobody bid any more; null where nothing has been bid. */
  leader: number | null;
  seats: SeatView[];
  discards: Card[];
  /** The deck below the treetop. */
  deck_from_the_top: Card[];
  /** What is in the deck, by number: all can count it. */
  cards_in_deck: Card[];
  times_deck_ran_out: number;
  /** When this deck runs out, the game ends. */
  last_deck: boolean;
  /** Null when no treetop would follow: then a bid ends the game. */
  next_treetop_from: Source | null;
  /** The cards of which one would be the next treetop, by number, all as likely. */
  next_treetop: Card[];
  /** By a house rule: how often the deck runs out before the game ends, if not 2. */
  decks?: number;
}
