// Made from src/kobako/games/tokkuri/view.py by `make types`: change it there, and make it anew.

/** `5`, `9+4`, `1+1+1 pass`, `9 steal`, `1~3 draw`, `7+7+7*`, `dummy`, `troublesome`; `?` is not seen. */
export type Card = string;

/** `f1`, `f2`, … in the order they were laid in this round. */
export type FlaskName = string;

/** `opening`: all lay their first flasks. `turn`: lay a card or play one. The rest are the questions that a card played may ask: what `1~3` counts, which flask to drink from, what to pass to the left, whom to steal from. */
export type Phase = "opening" | "turn" | "counting" | "drinking" | "passing" | "stealing" | "over";

/** A number of the card being played, and the flask it drinks from, if that is chosen. */
export interface Drink {
  number: number;
  from: FlaskName | null;
}

/** A card that was laid face down as a flask in this round. */
export interface FlaskView {
  flask: FlaskName;
  /** The seat that laid it. */
  laid_by: number;
  card: Card;
  /** The sake that is left in it. */
  level: number;
  on_the_table: boolean;
  /** The seat that emptied it. */
  taken_by: number | null;
  /** It was the dummy. */
  revealed_and_discarded: boolean;
  laid_as_last_card: boolean;
}

/** The card being played, and what it drinks. */
export interface Playing {
  card: Card;
  drinks: Drink[];
}

/** A flask that would be drunk from. */
export interface Drunk {
  flask: FlaskName;
  /** What would be left in it. */
  level: number;
  /** What it is, if you know. At level 0 it would be taken, or, a dummy, discarded. */
  card: Card;
}

/** A question for flasks. */
export interface Asked {
  /** What is drunk from each; null while it is not yet said what `1~3` counts. */
  number: number | null;
  /** So many flasks: a card may have a number more than once. */
  times: number;
  /** Those there are to choose from. While the number is not known, `level` is the least that could be left. */
  flasks: Drunk[];
}

/** What a card played would do, as far as its flasks are settled: by choice, or for want of one. */
export interface Would {
  drinks: Drunk[];
  /** The most flasks that it can bring to exactly 0, those above included. */
  can_empty: number;
  /** What would be asked next. */
  following: Asked | null;
}

/** A player. */
export interface SeatView {
  /** Their points. */
  total: number;
  points_of_last_round: number;
  /** What the round would be worth to them if it ended now: TOK-15. */
  points_so_far: number;
  hand: Card[];
  /** While all choose: whether they have. Nobody else is shown that. */
  has_chosen: boolean;
  chosen: Card | null;
  stars_kept: Card[];
  /** What they passed to their left, while it is known to be there. */
  passed_and_still_there: Card | null;
  /** How many cards their left neighbour has shown since: TOK-18. */
  cards_shown_by_left_since_pass: number | null;
}

/** The table. */
export interface View {
  /** Rounds begun. */
  round: number;
  /** Rounds that will be played. */
  rounds: number;
  /** The seat that is asked; null when the game is over. */
  to_move: number | null;
  phase: Phase;
  start_player: number;
  /** Whose turn it is, even while others choose. */
  turn_of: number;
  /** The seats that choose at the same time. */
  choosing_together: number[];
  seats: SeatView[];
  flasks: FlaskView[];
  playing: Playing | null;
  /** The next card first. */
  deck: Card[];
  discards: Card[];
  /** By a house rule: the sake in a flask that is laid, if not 10. */
  flask_holds?: number;
  /** By a house rule: a flask left at so much costs its owner, if not 3. */
  too_much?: number;
}
