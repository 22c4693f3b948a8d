/**
 * Which piece is which, from one frame to the next, so that a card travels from a hand to a row.
 *
 * A view names no card by a number of its own: two equal cards are equal. So a piece is told by its place and its kind. One
 * that stays in its place stays itself; one that appears is taken to be one that vanished: of the same kind if there is
 * one, else one that was not seen (`?`), as when an opponent plays from a hidden hand.
 */

export interface Slot {
  /** A place that only one piece has: `hand:0:4:1`, `row:B:3`. */
  at: string;
  /** What lies there: `4`, `S7`; `?` if unseen. */
  kind: string;
  /** What leaves this place leaves the table: no other piece is taken to be it. */
  ends?: boolean;
}

interface Known {
  kind: string;
  key: string;
  ends: boolean;
}

const HIDDEN = "?";

/** Give each slot of a frame a key that lasts; called with each frame in turn, and with the same frame as often as one likes. */
export function identity(): (slots: Slot[]) => Map<string, string> {
  let before = new Map<string, Known>();
  let count = 0;

  return (slots) => {
    const now = new Map<string, Known>();
    const gone = new Map([...before].filter(([, old]) => !old.ends));
    const fresh: Slot[] = [];
    for (const slot of slots) {
      const old = before.get(slot.at);
      if (old && same(old.kind, slot.kind)) {
        now.set(slot.at, { kind: slot.kind, key: old.key, ends: slot.ends === true });
        gone.delete(slot.at);
      } else {
        fresh.push(slot);
      }
    }
    for (const slot of fresh) {
      const from = vanished(gone, slot.kind);
      if (from) gone.delete(from[0]);
      now.set(slot.at, { kind: slot.kind, key: from?.[1].key ?? `piece${count++}`, ends: slot.ends === true });
    }
    before = now;
    return new Map([...now].map(([at, known]) => [at, known.key]));
  };
}

function same(a: string, b: string): boolean {
  return a === b || a === HIDDEN || b === HIDDEN;
}

function vanished(gone: Map<string, Known>, kind: string): [string, Known] | undefined {
  const all = [...gone];
  return all.find(([, old]) => old.kind === kind) ?? all.find(([, old]) => same(old.kind, kind));
}

/** The slots of a hand, or of anything whose order is by kind: equal cards are counted, so that the others keep their places. */
export function counted<Kind extends string>(where: string, kinds: Kind[]): (Slot & { kind: Kind })[] {
  const seen = new Map<string, number>();
  return kinds.map((kind) => {
    const n = seen.get(kind) ?? 0;
    seen.set(kind, n + 1);
    return { at: `${where}:${kind}:${n}`, kind };
  });
}
