/** What every mat is told of its flasks, by their names. */

import type { Drunk, View } from "./view";

export interface Flasks {
  view: View;
  /** The most places that a seat across the table needs: all of them have as many, so that all flasks are alike. */
  places: number;
  /** All flasks across the table are of one width, that of the fullest mat: each mat says how wide they may be on it. */
  width: number;
  fits: (seat: number, width: number) => void;
  key: (flask: string) => string;
  /** It may be drunk from now, and what would be left in it. */
  can: (flask: string) => boolean;
  /** Pressed for a drink that is still being put together. */
  wished: Set<string>;
  would: (flask: string) => Drunk | null;
  tap: (flask: string) => void;
  /** What is being drunk, what was drunk last, what is new. */
  drinking: Map<string, number>;
  drunk: Map<string, number>;
  fresh: Set<string>;
  /** Emptied just now: taken, or gone as a Dummy. */
  rang: Set<string>;
  puffed: Set<string>;
  /** What those left too full take from their owners, as far as that is told. */
  costs: Map<string, number>;
  advised: string | null;
}
