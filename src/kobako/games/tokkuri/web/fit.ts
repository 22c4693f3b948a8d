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

/** How many places are kept from the start: a few, and as many more as cost the flasks little of their size. */
export function kept(width: number, height: number): number {
  const large = fit(width, height, FEW).width * AS_LARGE;
  let places = FEW;
  while (places < MANY && fit(width, height, places + 1).width >= large) places += 1;
  return places;
}
