import type { Attachment } from "svelte/attachments";
import { lasting, whenSkipped } from "$lib/motion";

/** How long a tile may be under way, and how long what it brings takes to be seen: in milliseconds. */
const UNDER_WAY = 650;
const SHOWN = 130;

/** It is there when the tile is, and not before: a score goes with what scored. Some are the first to be seen, some the nth. */
export const after =
  (nth: number): Attachment =>
  (element) => {
    const whole = UNDER_WAY + SHOWN * (nth + 1);
    const shown = element.animate(
      [{ opacity: 0 }, { opacity: 0, offset: 1 - SHOWN / whole }, { opacity: 1 }],
      lasting(whole),
    );
    return whenSkipped(() => shown.finish());
  };
