/**
 * Choosing a move piece by piece, as at the terminal (terminal/choosing.py): what is picked narrows the list of legal
 * moves until one is left. It knows no rule.
 */

import type { Legal } from "../lib/types";
import type { Value } from "./layout";

export type Picked = Record<string, string | number>;

const OWN = ["id", "text", "kind"];

/** The pieces that a move names, by what they are to it. */
export function partsOf(move: Legal): Picked {
  return Object.fromEntries(Object.entries(move).filter(([part]) => !OWN.includes(part)));
}

/** The moves that have all these parts. */
export function fitting(legal: Legal[], picked: Picked): Legal[] {
  const wanted = Object.entries(picked);
  return legal.filter((move) => wanted.every(([part, value]) => move[part] === value));
}

/** Whether a piece can be picked now: it goes with what is picked, or takes the place of one of its sort. */
export function isLive(legal: Legal[], picked: Picked, part: string, value: Value): boolean {
  if (value === null) return false;
  if (picked[part] === value) return true;
  const { [part]: _replaced, ...others } = picked;
  return fitting(legal, { ...others, [part]: value }).length > 0;
}

/**
 * Pick a piece that may be one of several parts of a move (of a move from cell to cell, either end). What was picked
 * already is let go; what does not go with the rest begins anew. One move left is the move.
 */
export function pick(
  legal: Legal[],
  picked: Picked,
  parts: string[],
  value: string | number,
): { picked: Picked; move: Legal | null } {
  const held = parts.find((part) => picked[part] === value);
  if (held) {
    const { [held]: _let, ...rest } = picked;
    return { picked: rest, move: null };
  }
  const free = [...parts].sort((a, b) => Number(a in picked) - Number(b in picked));
  for (const from of [picked, {}]) {
    for (const part of free) {
      const now = { ...from, [part]: value };
      const left = fitting(legal, now);
      if (left.length > 0) return left.length === 1 ? { picked: {}, move: left[0]! } : { picked: now, move: null };
    }
  }
  return { picked, move: null };
}

/** Where the pieces lie that moves name: for each path the parts, and for each part the values that lie nowhere. */
export interface Named {
  at: Map<string, string[]>;
  nowhere: Map<string, (string | number)[]>;
}

/**
 * A value of a move (`card: "4"`) may lie in many places. Meant is the place where most of the values lie that this part
 * of the moves can have: a hand holds every card that can be played, a row on the table one of them by chance. Of two
 * places the first is meant: give your own first.
 */
export function name(legal: Legal[], places: Map<string, Set<Value>>): Named {
  const named: Named = { at: new Map(), nowhere: new Map() };
  for (const part of new Set(legal.flatMap((move) => Object.keys(partsOf(move))))) {
    let open = new Set(legal.filter((move) => part in move).map((move) => move[part]!));
    while (open.size > 0) {
      const [most, path] = fullest(open, places);
      if (most === 0) break;
      named.at.set(path, [...(named.at.get(path) ?? []), part]);
      open = new Set([...open].filter((value) => !places.get(path)!.has(value)));
    }
    if (open.size > 0) named.nowhere.set(part, [...open]);
  }
  return named;
}

function fullest(values: Set<string | number>, places: Map<string, Set<Value>>): [number, string] {
  let best: [number, string] = [0, ""];
  for (const [path, there] of places) {
    const many = [...values].filter((value) => there.has(value)).length;
    if (many > best[0]) best = [many, path];
  }
  return best;
}

/** What is asked next. */
export interface Asked {
  /** Moves that name nothing more. */
  moves: Legal[];
  /** Values that lie nowhere on the table, by their parts: what is picked among them, and what may be. */
  values: Map<string, (string | number)[]>;
  /** Whether a piece on the table may be picked. */
  pieces: boolean;
}

export function ask(legal: Legal[], picked: Picked, named: Named): Asked {
  const lies = (part: string, value: string | number) => !named.nowhere.get(part)?.includes(value);
  const asked: Asked = { moves: [], values: new Map(), pieces: false };
  const offered = new Set(Object.keys(picked).filter((part) => !lies(part, picked[part]!)));
  for (const move of fitting(legal, picked)) {
    const open = Object.entries(partsOf(move)).filter(([part]) => !(part in picked));
    if (open.length === 0) asked.moves.push(move);
    // First what lies on the table, then what does not.
    else if (open.some(([part, value]) => lies(part, value))) asked.pieces = true;
    else offered.add(open[0]![0]);
  }
  for (const part of offered) {
    asked.values.set(
      part,
      named.nowhere.get(part)!.filter((value) => isLive(legal, picked, part, value)),
    );
  }
  return asked;
}
