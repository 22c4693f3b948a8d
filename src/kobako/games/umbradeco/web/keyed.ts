import type { Colour } from "./view";

/** Tiles with a key each: the second red one of a hand is `R-1`. */
export function keyed(tiles: Colour[]): { tile: Colour; key: string }[] {
  return tiles.map((tile, i) => ({ tile, key: `${tile}-${tiles.slice(0, i).filter((t) => t === tile).length}` }));
}
