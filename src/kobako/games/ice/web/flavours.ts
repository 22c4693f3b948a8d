/** How the flavours look: each with a pattern of its own (see Scoop.svelte), for eyes that see no colours. */

import type { Colour } from "./view";

export interface Flavour {
  fill: string;
  shade: string;
  light: string;
  /** Ink that can be read on `fill`. */
  ink: string;
}

export const FLAVOURS: Record<Colour, Flavour> = {
  S: { fill: "#f4a3b5", shade: "#c9526f", light: "#fde3e8", ink: "#5c0f26" },
  C: { fill: "#8a5a3c", shade: "#4a2c1a", light: "#ead8c8", ink: "#fff6ea" },
  M: { fill: "#a9c66c", shade: "#54762a", light: "#e9f2d4", ink: "#24380a" },
  V: { fill: "#fbe7ac", shade: "#b98f2e", light: "#fff8e2", ink: "#4f3a06" },
};

/** The colour of a card or a tile. */
export const colourOf = (named: string): Colour => named[0] as Colour;
