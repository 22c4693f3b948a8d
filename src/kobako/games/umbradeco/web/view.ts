/** Umbradeco as one seat sees it: `show` of src/kobako/games/umbradeco/notation.py. */

/** `R` red, `Y` yellow, `G` green, `B` blue, `P` purple, `?` unknown. */
export type Colour = string;

export interface SeatView {
  points: number;
  /** Where it is not seen: what all saw taken, then a `?` for each tile that was dealt. */
  hand: Colour[];
  known_to_all: Colour[];
  /** Who discards can place nothing: so all know what a dealt tile is not. */
  dealt_tile_is_not: Colour[];
}

export interface Pushing {
  cell: string;
  new_tile: Colour;
  pushed_tile: Colour;
}

export interface View {
  turn: number;
  turns_each: number;
  to_move: number | null;
  first_seat: number;
  phase: "place" | "push" | "take" | "over";
  side: number;
  edge_stack: boolean;
  /** By cell, the lower tile first; an empty cell is not there. */
  mat_bottom_to_top: Record<string, Colour[]>;
  pushing: Pushing | null;
  seats: SeatView[];
  open_tiles: Colour[];
  deck_left: number;
  deck_top_first: Colour[];
  discarded: Colour[];
  removed: Colour[];
}

/** Tiles with a key each: the second red one of a hand is `R-1`. */
export function keyed(tiles: Colour[]): { tile: Colour; key: string }[] {
  return tiles.map((tile, i) => ({ tile, key: `${tile}-${tiles.slice(0, i).filter((t) => t === tile).length}` }));
}
