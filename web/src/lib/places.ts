/** The places on the table that something in the log names: a table puts `data-place` on them, as the events write them. */

import type { LogItem } from "./types";

const LONG = 2500; // milliseconds for which a place is pointed at that somebody has tapped
let soon: ReturnType<typeof setTimeout> | undefined;

export function placesOf(item: LogItem): Element[] {
  const names = Object.values(item).filter((value) => typeof value === "string");
  return names.flatMap((name) => [...document.querySelectorAll(`.stage [data-place="${CSS.escape(name)}"]`)]);
}

/** Point at the places of something that happened, and at no others; gives how many there are. */
export function pointAt(item: LogItem | null, briefly = false): number {
  if (!item && soon) return 0; // what was tapped stays, though the finger and the log have gone
  clearTimeout(soon);
  soon = undefined;
  for (const old of document.querySelectorAll("[data-pointed]")) old.removeAttribute("data-pointed");
  const places = item ? placesOf(item) : [];
  for (const place of places) place.setAttribute("data-pointed", "");
  if (briefly) {
    soon = setTimeout(() => {
      soon = undefined;
      pointAt(null);
    }, LONG);
  }
  return places.length;
}
