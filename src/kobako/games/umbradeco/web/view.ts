// Made from src/kobako/games/umbradeco/view.py by `make types`: change it there, and make it anew.

/** Red, yellow, green, blue, purple; `?` is not seen. */
export type Colour = "R" | "Y" | "G" | "B" | "P" | "?";

/** A letter for the column and a number: `d4`. */
export type CellName = string;

/** `placing`: place a tile, or discard one. `pushing`: which way the tile there goes. `taking`: take an open tile. */
export type Phase = "placing" | "pushing" | "taking" | "over";

/** A push that waits for its direction. */
export interface Pushing {
  cell: CellName;
  new_tile: Colour;
  pushed_tile: Colour;
}

/** What placing a tile would score (UMB-10). Which way another is pushed makes no difference to it. */
export interface Would {
  /** For the tiles of its colour that it would see. */
  rows: number;
  /** For touching all the other colours. */
  four_colours: number;
  push: number;
  stack: number;
  total: number;
}

/** A player. */
export interface SeatView {
  points: number;
  /** Where it is not seen: what all saw taken, then a `?` for each tile that was dealt. */
  hand: Colour[];
  /** Tiles of the hand that were taken openly. */
  known_to_all: Colour[];
  /** What all know of a dealt tile, because a tile was discarded: UMB-13. */
  dealt_tile_is_not: Colour[];
}

/** The table. */
export interface View {
  turn: number;
  turns_each: number;
  /** The seat whose turn it is; null when the game is over. */
  to_move: number | null;
  first_seat: number;
  phase: Phase;
  /** Cells along a side of the mat. */
  side: number;
  /** Whether stacks may stand at the edge. */
  edge_stack: boolean;
  /** By cell, the lower tile first; an empty cell is not there. */
  mat_bottom_to_top: { [name: string]: Colour[] };
  pushing: Pushing | null;
  seats: SeatView[];
  open_tiles: Colour[];
  deck_left: number;
  deck_top_first: Colour[];
  discarded: Colour[];
  /** Tiles that were taken out before the deal. */
  removed: Colour[];
}
