/** How large flasks can be drawn where so many have a place: how many stand side by side, and how wide each is. */

/** A flask on its card is so many times as high as it is wide. */
export const TALL = 104 / 60;

export interface Fit {
  columns: number;
  width: number;
}

export function fit(width: number, height: number, places: number): Fit {
  let best: Fit = { columns: places, width: 0 };
  for (let columns = 1; columns <= places; columns += 1) {
    const rows = Math.ceil(places / columns);
    const each = Math.min(width / columns, height / rows / TALL);
    if (each > best.width) best = { columns, width: each };
  }
  return best;
}

const FEW = 4;
const MANY = 8;
const AS_LARGE = 0.9;
const FINGER = 44; // pixels

/** How many places are kept from the start: a few, and more if that leaves the flasks about as large, and wide enough for a finger. */
export function kept(width: number, height: number): number {
  const large = fit(width, height, FEW).width * AS_LARGE;
  let places = FEW;
  for (let more = FEW + 1; more <= MANY; more += 1) {
    const tried = fit(width, height, more);
    if (tried.width >= large && width / tried.columns >= FINGER) places = more;
  }
  return places;
}

/** Where a place lies, row and column counted from 1: a row fills from its middle, so that a few flasks stand before their owner. */
export function spot(place: number, columns: number): { row: number; column: number } {
  const nth = place % columns;
  const aside = Math.ceil(nth / 2);
  const middle = Math.ceil(columns / 2);
  return { row: Math.floor(place / columns) + 1, column: nth % 2 === 1 ? middle + aside : middle - aside };
}
