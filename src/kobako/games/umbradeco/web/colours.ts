import type { Colour } from "./view";

/** What an umbrella is drawn with: its cloth, its lines, its pattern. */
const INKS: Partial<Record<Colour, [own: string, deep: string, pale: string]>> = {
  R: ["#cf3a2b", "#6d1610", "#fff6e4"],
  Y: ["#f3bf2c", "#6f4f00", "#6f4f00"],
  G: ["#0e8f66", "#04402d", "#a9dcc4"],
  B: ["#2373b8", "#0b2f52", "#d9ecfb"],
  P: ["#b06ab8", "#4c1f55", "#fbe6fb"],
};

/** The same as properties of a style. */
export function inks(colour: Colour): string {
  const [own, deep, pale] = INKS[colour] ?? [];
  return own ? `--own: ${own}; --deep: ${deep}; --pale: ${pale}` : "";
}
