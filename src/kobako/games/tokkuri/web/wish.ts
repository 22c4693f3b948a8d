/**
 * A card and the flasks it is to drink from are one wish, put together before it is sent: in any order, as one would point
 * at them. The engine asks for one thing after the other; each is answered when it is asked for.
 */

import type { Legal } from "$lib/types";
import type { Asked, Drink, Drunk, View, Would } from "./view";

type Foreseen = Record<string, Would>;

/** The flasks there are to choose from: asked for now, or as soon as the card that is picked is played; null: none. */
export function question(view: View, legal: Legal[], would: Foreseen, play: Legal | undefined): Asked | null {
  const foreseen = play && would[play.text];
  if (foreseen) return foreseen.following ?? settled(foreseen.drinks);
  const next = view.playing?.drinks.find((drink) => drink.from === null);
  const asked = legal.filter((action) => action.kind === "from");
  if (!next || asked.length === 0) return null;
  // Numbers alike are asked for in the order of the flasks: those for the later ones are told with the first.
  const flasks = new Map<string, Drunk>();
  for (const action of asked) {
    const { drinks, following } = would[action.text] ?? { drinks: [], following: null };
    const own = drinks.filter((drink) => drink.flask === action.flask);
    const later = following?.number === next.number ? following.flasks : [];
    if (own.length === 0) own.push(...untold(view, String(action.flask), next.number));
    for (const one of [...own, ...later]) flasks.set(one.flask, one);
  }
  const alike = view.playing!.drinks.filter((drink) => drink.from === null && drink.number === next.number);
  return { number: next.number, times: alike.length, flasks: [...flasks.values()] };
}

/** A drink of which nothing is foretold, as of the only move there is. */
const untold = (view: View, named: string, number: number): Drunk[] =>
  view.flasks
    .filter(({ flask }) => flask === named)
    .map(({ flask, level, card }) => ({ flask, level: level - number, card }));

/** Nothing to choose: to point at one of them is enough. */
const settled = (drinks: Drunk[]): Asked | null =>
  drinks.length > 0 ? { number: null, times: 1, flasks: drinks } : null;

/** What is wished for of a question: as far as it is still to be had. */
export const possible = (wished: string[], asked: Asked | null): string[] =>
  wished.filter((flask) => asked?.flasks.some((one) => one.flask === flask));

/** The answer to what is asked now, when all that is asked for is chosen. */
export function answer(wished: string[], asked: Asked | null, legal: Legal[]): Legal | undefined {
  if (!asked || wished.length < asked.times) return undefined;
  return legal.find((action) => action.kind === "from" && wished.includes(String(action.flask)));
}

/** A card's numbers, each of those asked for with the flask that is chosen for it, as far as they are. */
export function filled(drinks: Drink[], wished: string[], asked: Asked | null): Drink[] {
  const chosen = [...wished];
  return drinks.map(({ number, from }) => ({
    number,
    from: from ?? (number === asked?.number ? (chosen.shift() ?? null) : null),
  }));
}
