/** Where each seat sits around the table, and so which way its card lies in the trick. */

import { places } from "$kit/seats";

export type Side = "near" | "west" | "north" | "east";

/** The others clockwise from your left, by how many play. */
const SIDES: Record<number, Side[]> = { 2: ["north"], 3: ["west", "east"], 4: ["west", "north", "east"] };

/** From the middle of the trick, as parts of its width and height to either side. */
const WAYS: Record<number, Record<Side, [number, number]>> = {
  2: { near: [-0.5, 0.5], north: [0.5, -0.5], west: [0, 0], east: [0, 0] },
  3: { near: [0, 0.75], west: [-0.95, -0.5], east: [0.95, -0.5], north: [0, 0] },
  4: { near: [0, 1], west: [-1, 0], north: [0, -1], east: [1, 0] },
};

export function around(you: number | null, players: number) {
  const { near, others } = places(you, players);
  const sides = new Map<number, Side>([[near, "near"]]);
  others.forEach((seat, i) => {
    sides.set(seat, SIDES[players]![i]!);
  });
  const side = (seat: number) => sides.get(seat) ?? "near";
  return { near, others, side, way: (seat: number) => WAYS[players]![side(seat)] };
}

export type Around = ReturnType<typeof around>;
