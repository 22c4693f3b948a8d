/** Tiles as they are drawn on a cone: those with a topping on top. */

import { counted, type Slot } from "$kit/identity";
import type { Colour, Tile, View } from "./view";

export const byPoints = (tiles: Tile[]): Tile[] => [...tiles].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));

/** The tiles on a cone, in the order they are drawn. */
export const coneSlots = (seat: number, cone: string, tiles: Tile[]): Slot[] =>
  counted(`tile:${seat}:${cone}`, byPoints(tiles));

/** All tiles that are drawn. Those on cones come first: one that appears there has come from the stock. */
export function tileSlots(view: View): Slot[] {
  const taken = view.seats.flatMap(({ cones }, seat) =>
    Object.entries(cones).flatMap(([cone, tiles]) => coneSlots(seat, cone, tiles)),
  );
  const next = view.colours_in_play.flatMap((colour: Colour) => {
    const left = view.stock[colour] ?? [];
    return left.length > 0 ? [{ at: `stock:${colour}:${3 - left.length}`, kind: `${colour}+${left[0]}` }] : [];
  });
  return [...taken, ...next];
}
