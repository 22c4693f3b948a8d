/** Who sits where: you at the near side, the others clockwise from your left. Who watches sits behind seat 0. */

export interface Places {
  near: number;
  others: number[];
}

export function places(you: number | null, players: number): Places {
  const near = you ?? 0;
  return { near, others: Array.from({ length: players - 1 }, (_, i) => (near + 1 + i) % players) };
}

/** A mark of each seat's own: a shape, with a colour beside it. */
export const MARKS = ["●", "▲", "■", "◆"];
