/** Who sits at the table that is shown: their faces, their clocks, and what they have just said. Every seat's plate looks here. */

import type { ClockShown } from "./protocol";
import { settings } from "./settings.svelte";
import type { Viewer } from "./viewer.svelte";
import { words } from "./words.svelte";

/** Milliseconds for which a bubble stays. */
const SAID = 5000;

class Sitters {
  faces = $state.raw<string[]>([]);
  /** By seat; none where nobody is timed. */
  clocks = $state.raw<ClockShown[]>([]);
  said = $state<Record<number, string>>({});
  #silent: Record<number, ReturnType<typeof setTimeout>> = {};

  /** Look at a table through a viewer; called whenever its frame changes. */
  look(viewer: Viewer): void {
    this.faces = (viewer.frame?.seats ?? []).map((seat) => seat.face ?? "");
    this.clocks = viewer.frame?.clocks ?? [];
    for (const item of viewer.fresh) {
      if (item.event === "said" && !settings.mute) this.#say(Number(item.seat), words.t(`saying.${item.what}`));
    }
  }

  /** Look at a game that is told again: nobody is timed in it, and nobody speaks. */
  recall(seats: { face: string }[]): void {
    this.faces = seats.map(({ face }) => face);
  }

  /** Nobody's table is shown any more. */
  leave(): void {
    this.faces = [];
    this.clocks = [];
    this.said = {};
  }

  #say(seat: number, text: string): void {
    clearTimeout(this.#silent[seat]);
    this.said[seat] = text;
    this.#silent[seat] = setTimeout(() => delete this.said[seat], SAID);
  }
}

export const sitters = new Sitters();
