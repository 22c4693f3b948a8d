/** Texts of the catalogue, filled in as Python's `str.format` fills them in the log and at the terminal. */

export type Value = string | number | null | undefined;
export type Values = Record<string, Value>;

// {name}, or {n:chip|chips}: "1 chip", "2 chips"; or {n:none|# chips}: "none", "2 chips".
const HOLE = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

/** A number as people read it: its minus is as wide as a digit. As `minus` in core/words.py. */
export const minus = (n: number | string): string => String(n).replace("-", "−");

/** Whether something is left to fill in. */
export const holes = (text: string): boolean => text.search(HOLE) >= 0;

export function format(text: string, values: Values = {}): string {
  return text.replace(HOLE, (hole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined || value === null) return hole;
    if (typeof value !== "number") return value;
    if (one === undefined || many === undefined) return minus(value);
    if (many.includes("#")) return value === 0 ? one : many.replace("#", minus(value));
    return `${minus(value)} ${Math.abs(value) === 1 ? one : many}`;
  });
}
