/** Names for pieces, by which they are known from frame to frame. The flasks of a new round have old names: keys are a round's own. */

import { counted, identity } from "$kit/identity";
import type { View } from "./view";

export function naming(): (view: View) => Map<string, string> {
  let keep = identity();
  let kept = 0;
  return (view) => {
    if (kept !== view.round) [keep, kept] = [identity(), view.round];
    const found = keep([
      ...view.seats.flatMap((seat, i) => counted(`hand:${i}`, seat.hand)),
      ...(view.playing ? [{ at: "playing", kind: view.playing.card }] : []),
      ...view.flasks.map((flask) => ({ at: `flask:${flask.flask}`, kind: flask.card })),
      ...counted("discards", view.discards),
    ]);
    return new Map([...found].map(([at, name]) => [at, `${view.round}-${name}`]));
  };
}
