/** Dokitto! Ice as one seat sees it: `show` of src/kobako/games/ice/notation.py. */

/** S strawberry, C chocolate, M matcha, V vanilla. */
export type Colour = "S" | "C" | "M" | "V";
/** `S7`; `?` if unseen. */
export type Card = string;
/** `S+1`, or `S+2`: the scoop with the topping. */
export type Tile = string;

export interface SeatView {
  trophies: number;
  hand: Card[];
  /** `only`; with two players `left` and `right`. */
  cones: Record<string, Tile[]>;
  cards_taken: Partial<Record<Colour, number>>;
  round_points: number;
  could_not_follow: Colour[];
}

export interface View {
  round: number;
  to_move: number | null;
  phase: "play a card" | "choose a colour" | "over";
  colours_in_play: Colour[];
  leader: number;
  trick: { seat: number; card: Card }[];
  tricks_left: number;
  /** The points of the tiles left, the next one first. */
  stock: Partial<Record<Colour, number[]>>;
  seats: SeatView[];
  played_in_round: Card[];
  aside: Card[];
  fourth_tile: { seat: number; cone: string } | null;
}

export const colourOf = (named: string): Colour => named[0] as Colour;
