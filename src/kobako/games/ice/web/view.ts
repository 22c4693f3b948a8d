// Made from src/kobako/games/ice/view.py by `make types`: change it there, and make it anew.

/** Strawberry, chocolate, matcha, vanilla. */
export type Colour = "S" | "C" | "M" | "V";

/** A colour and a number, `S7`; `?` is not seen. */
export type Card = string;

/** A colour and its points: `S+1`, or `S+2`, the scoop with the topping. */
export type Tile = string;

/** `only`; with two players `left` and `right`. */
export type Cone = "only" | "left" | "right";

/** `choosing`: who won a trick chooses a colour of it. */
export type Phase = "playing" | "choosing" | "over";

/** A card of the trick, and who played it. */
export interface Played {
  seat: number;
  card: Card;
}

/** Where a tile too many (by the rulebook the fourth) fell. */
export interface FourthTile {
  seat: number;
  cone: Cone;
}

/** How the trick would stand with this card. */
export interface WouldPlay {
  /** The seat that would be winning it. */
  winning: number;
  /** Which card wins as it stands: the highest of one colour, the lowest of several. */
  by: "highest" | "lowest";
  /** It is the last card of the trick. */
  complete: boolean;
}

/** What taking this colour would bring. */
export interface WouldTake {
  /** The points of the tile; 0 if there is none left. */
  tile: number;
  /** Your points of this round after it. */
  round_points: number;
  /** It would be one tile too many on the cone: thrown out, or with two players the cone lost; the round ends. */
  fourth: boolean;
}

export type Would = WouldPlay | WouldTake;

/** A player. */
export interface SeatView {
  trophies: number;
  hand: Card[];
  /** The tiles on each cone, by colour. */
  cones: Partial<Record<Cone, Tile[]>>;
  /** The same in the order they were taken, as far as that is remembered. */
  piled: Partial<Record<Cone, Tile[]>>;
  /** How many cards of each colour in play they have won in this round. */
  cards_taken: Partial<Record<Colour, number>>;
  /** The points of this round as they stand. */
  round_points: number;
  /** Colours that they could not follow in this round, and so do not have. */
  could_not_follow: Colour[];
}

/** The table. */
export interface View {
  /** Rounds begun. */
  round: number;
  /** The seat whose turn it is; null when the game is over. */
  to_move: number | null;
  phase: Phase;
  colours_in_play: Colour[];
  /** The seat that led the trick, or leads the next. */
  leader: number;
  /** In the order played. */
  trick: Played[];
  /** Tricks still to be played in this round, this one included. */
  tricks_left: number;
  /** The points of the tiles that are left of each colour, the next one first. */
  stock: Partial<Record<Colour, number[]>>;
  seats: SeatView[];
  played_in_round: Card[];
  /** Cards that are not played with in this round. */
  aside: Card[];
  /** At the end of a round: whose cone got a tile too many, if one did. */
  fourth_tile: FourthTile | null;
  /** By a house rule: tiles that a cone bears, if not 3. */
  cone_bears?: number;
  /** By a house rule: trophies that win the game, if not 3. */
  goal?: number;
}
