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

const FEW = { own: 4, others: 2 };
const MANY = 8;
const AS_LARGE = 0.9;
const FINGER = 44; // pixels

/**
 * How many places are kept from the start: a few, and more if that leaves the flasks about as large, and wide enough for a
 * finger. One's own keep more: they are to be pressed.
 */
export function kept(width: number, height: number, whose: keyof typeof FEW): number {
  const few = FEW[whose];
  const large = fit(width, height, few).width * AS_LARGE;
  let places = few;
  for (let more = few + 1; more <= MANY; more += 1) {
    const tried = fit(width, height, more);
    if (tried.width >= large && width / tried.columns >= FINGER) places = more;
  }
  return places;
}

/** How many stand side by side where all of them, of one width, are gathered in as few rows as they can be. */
export function abreast(width: number, height: number, places: number, each: number): number {
  const rows = Math.ceil(places / Math.max(1, Math.floor(width / each)));
  if (rows * each * TALL > height) return fit(width, height, places).columns;
  return Math.ceil(places / rows);
}

/** Where a flask stands: its row, counted from 1, and the line it begins at, two of them to a flask. */
export interface Spot {
  row: number;
  line: number;
}

/** Gathered in the middle, as many as they are: they make room for one that comes. */
export function gathered(place: number, places: number, columns: number): Spot {
  const row = Math.floor(place / columns);
  const beside = Math.min(columns, places - row * columns);
  return { row: row + 1, line: columns - beside + 2 * (place % columns) + 1 };
}

/**
 * One's own have a place beside them that the next can be laid on, and none moves when a card for it is picked: so much is
 * kept on the other side too, where there is room, that they stand in the middle. How many places there are, and how many
 * are free before the first flask.
 */
export function own(laid: number, more: number, width: number, each: number): { places: number; before: number } {
  const before = laid > 0 && (laid + 2 * more) * each <= width ? more : 0;
  return { places: Math.max(1, laid + more + before), before };
}
