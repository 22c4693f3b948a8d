/** What the last events did to the flasks, and what a drink that is being put together will do. */

import type { LogItem } from "$lib/types";
import type { Playing } from "./view";

/** By flask: what was drunk from it. */
export function drunk(last: LogItem[]): Map<string, number> {
  return new Map(last.filter((item) => item.event === "drank").map((item) => [String(item.flask), Number(item.sake)]));
}

/** By flask: what the card being played will drink from it, as far as that is chosen. */
export function drinking(playing: Playing | null, staged: string | null): Map<string, number> {
  const drinks = playing?.drinks ?? [];
  const found = new Map(drinks.flatMap(({ number, from }) => (from ? [[from, number] as const] : [])));
  const next = drinks.find((drink) => drink.from === null);
  if (next && staged) found.set(staged, next.number);
  return found;
}

/** The flasks laid in the last events, unless a new round has begun since. */
export function laid(last: LogItem[]): Set<string> {
  const since = last.slice(last.findLastIndex((item) => item.event === "round") + 1);
  return new Set(since.filter((item) => item.event === "laid").map((item) => String(item.flask)));
}
