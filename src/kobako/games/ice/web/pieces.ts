/** Which piece is which: cards and scoops apart, and anew in each round, so that what is dealt comes from the deck. */

import { counted, identity, type Slot } from "$kit/identity";
import type { Colour, View } from "./view";

/** The tiles on a seat's cone, the first at the bottom. */
export const pile = (view: View, seat: number, cone: string, tiles: string[]): Slot[] =>
  counted(`tile:${view.round}:${seat}:${cone}`, tiles);

/** All tiles that are drawn. Those on cones come first: one that appears there has come from the stock. */
function scoops(view: View): Slot[] {
  const taken = view.seats.flatMap(({ piled }, seat) =>
    Object.entries(piled).flatMap(([cone, tiles]) => pile(view, seat, cone, tiles)),
  );
  const next = view.colours_in_play.flatMap((colour: Colour) => {
    const left = view.stock[colour] ?? [];
    return left.length > 0 ? [{ at: `stock:${colour}:${3 - left.length}`, kind: `${colour}+${left[0]}` }] : [];
  });
  return [...taken, ...next];
}

/** Called with each frame in turn: the keys of all pieces, by their places. */
export function pieces(): (view: View, cards: Slot[]) => Map<string, string> {
  let round = 0;
  let kinds = { card: identity(), scoop: identity() };
  return (view, cards) => {
    if (round !== view.round) [round, kinds] = [view.round, { card: identity(), scoop: identity() }];
    const named = (kind: keyof typeof kinds, slots: Slot[]) =>
      [...kinds[kind](slots)].map(([at, key]) => [at, `${kind}:${round}:${key}`] as const);
    return new Map([...named("card", cards), ...named("scoop", scoops(view))]);
  };
}
