/** Tiles as they are drawn on a cone: as they were put there, as far as that was seen; else those with a topping on top. */

import { counted, type Slot } from "$kit/identity";
import type { Colour, Tile, View } from "./view";

const byPoints = (tiles: Tile[]): Tile[] => [...tiles].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));

/** The tiles on a seat's cone, in the order they are drawn. */
export type Stacked = (seat: number, cone: string, tiles: Tile[]) => Slot[];

/** A view tells what is on a cone, and not in which order it came there: who looks at every frame remembers. */
export function stacked(): (view: View) => Stacked {
  let piles = new Map<string, Tile[]>();
  let round = 0;
  return (view) => {
    if (round !== view.round) [piles, round] = [new Map(), view.round];
    const now = new Map<string, Tile[]>();
    for (const [seat, { cones }] of view.seats.entries())
      for (const [cone, tiles] of Object.entries(cones)) {
        const at = `tile:${seat}:${cone}`;
        now.set(at, follow(piles.get(at) ?? [], tiles));
      }
    piles = now;
    return (seat, cone, tiles) => counted(`tile:${seat}:${cone}`, now.get(`tile:${seat}:${cone}`) ?? byPoints(tiles));
  };
}

/** What lay there and still does, as it lay, and what is new on top of it. */
function follow(before: Tile[], tiles: Tile[]): Tile[] {
  const left = byPoints(tiles);
  const kept = before.filter((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...kept, ...left];
}

/** All tiles that are drawn. Those on cones come first: one that appears there has come from the stock. */
export function tileSlots(view: View, pile: Stacked): Slot[] {
  const taken = view.seats.flatMap(({ cones }, seat) =>
    Object.entries(cones).flatMap(([cone, tiles]) => pile(seat, cone, tiles)),
  );
  const next = view.colours_in_play.flatMap((colour: Colour) => {
    const left = view.stock[colour] ?? [];
    return left.length > 0 ? [{ at: `stock:${colour}:${3 - left.length}`, kind: `${colour}+${left[0]}` }] : [];
  });
  return [...taken, ...next];
}
