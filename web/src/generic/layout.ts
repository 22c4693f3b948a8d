/**
 * Any game's view, sorted for the eye: what belongs to a seat and what lies in the middle; facts, and pieces in their
 * places. Nothing is known of the game: only how views are written (`?` is unseen, null is an empty place).
 */

import type { Json, ShownView } from "../lib/protocol";

export type Value = string | number | null;

/** A piece in its place; several that are alike, in a long row, are one with a count. */
export interface Piece {
  value: Value;
  count: number;
  /** A name of its own among all pieces of the view. */
  at: string;
}

/** What a view's entry looks like. `path` says where it is from: pieces of one path are of one sort. */
export type Item = { key: string; path: string } & (
  | { type: "fact"; value: string | number }
  | { type: "mark" } // something that is so
  | { type: "row"; pieces: Piece[] }
  | { type: "grid"; rows: Piece[][] }
  | { type: "groups"; groups: { name: string; items: Item[] }[] } // places with names of their own
  | { type: "things"; things: Item[][] } // things with several sides each
);

export interface Layout {
  seats: Item[][];
  middle: Item[];
}

/** Said by the plates and by the line above the table. */
const SAID_ELSEWHERE = ["to_move", "phase"];
/** A row of more is drawn with those alike together; what is unseen is all alike. */
const LONG = 8;
const MANY_UNSEEN = 4;

type Thing = ShownView;
const isThing = (value: Json): value is Thing => typeof value === "object" && value !== null && !Array.isArray(value);
const isSimple = (value: Json): value is Value | boolean => typeof value !== "object" || value === null;

/**
 * `isPiece` knows the texts that name pieces; `places` are the keys under which single ones have lain so far, and learns
 * more: null there is an empty place, elsewhere it is nothing said. What belongs to a seat is what the view has under `seats`; a view without
 * `seats` has lists as long as there are players instead.
 */
export function layOut(
  view: ShownView,
  players: number,
  isPiece: (text: string) => boolean,
  places = new Set<string>(),
): Layout {
  for (const key of keysOfPieces(view, isPiece)) places.add(key);
  const entries = Object.entries(view).filter(([key]) => !SAID_ELSEWHERE.includes(key));
  const bySeat = (value: Json): value is Json[] => Array.isArray(value) && value.length === players;
  const whole = entries.find(([key, value]) => key === "seats" && bySeat(value))?.[1] as Thing[] | undefined;
  const ofSeats = whole ? ["seats"] : entries.filter(([, value]) => bySeat(value)).map(([key]) => key);

  const read = reader(isPiece, places);
  const at = (seat: number): Thing =>
    whole?.[seat] ?? Object.fromEntries(ofSeats.map((key) => [key, (view[key] as Json[])[seat] ?? null]));
  return {
    seats: Array.from({ length: players }, (_, seat) => read(at(seat), `seat${seat}`)),
    middle: read(Object.fromEntries(entries.filter(([key]) => !ofSeats.includes(key))), "middle"),
  };
}

function reader(isPiece: (text: string) => boolean, placeKeys: Set<string>) {
  const seen = new Map<string, number>();

  function pieces(values: Json[], path: string): Piece[] {
    const unseen = values.filter((value) => value === "?").length;
    const sorted = isSorted(values) && values.length > LONG;
    const together = (value: Value) => sorted || (value === "?" && unseen > MANY_UNSEEN);
    const all: Piece[] = [];
    for (const value of values as Value[]) {
      const before = all.at(-1);
      if (before?.value === value && together(value)) {
        before.count++;
        continue;
      }
      const kind = `${path}:${value}`;
      const n = seen.get(kind) ?? 0;
      seen.set(kind, n + 1);
      all.push({ value, count: 1, at: `${kind}:${n}` });
    }
    return all;
  }

  function item(key: string, value: Json, path: string): Item[] {
    const base = { key, path };
    if (value === false) return [];
    if (value === true) return [{ ...base, type: "mark" }];
    if (value === null && !placeKeys.has(key)) return [{ ...base, type: "fact", value: "–" }];
    if (value === null || (typeof value === "string" && looksLikePiece(value, isPiece))) {
      return [{ ...base, type: "row", pieces: pieces([value], path) }];
    }
    if (isSimple(value)) return [{ ...base, type: "fact", value }];
    if (isThing(value) && !alike(Object.values(value))) {
      return [{ ...base, type: "things", things: [things(value, path)] }];
    }
    if (!Array.isArray(value)) {
      const groups = Object.entries(value).map(([name, inside]) => ({
        name,
        items: isThing(inside) ? things(inside, `${path}.${name}`) : item("", inside, `${path}.${name}`),
      }));
      return [{ ...base, type: "groups", groups }];
    }
    if (value.every(isSimple)) return [{ ...base, type: "row", pieces: pieces(value, path) }];
    if (value.every(Array.isArray)) {
      return [{ ...base, type: "grid", rows: value.map((row) => pieces(row, path)) }];
    }
    return [{ ...base, type: "things", things: value.map((one) => things(one as Thing, `${path}[]`)) }];
  }

  function things(thing: Thing, path: string): Item[] {
    return Object.entries(thing ?? {}).flatMap(([key, value]) => item(key, value, `${path}.${key}`));
  }
  return things;
}

/** Whether all that are alike lie side by side: then their order tells nothing, and they can be counted. */
function isSorted(values: Json[]): boolean {
  return values.filter((value, i) => value !== values[i - 1]).length === new Set(values).size;
}

/** The keys of a view, however deep, under which a single piece lies. */
function* keysOfPieces(value: Json, isPiece: (text: string) => boolean): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* keysOfPieces(one, isPiece);
  else if (isThing(value)) {
    for (const [key, one] of Object.entries(value)) {
      if (typeof one === "string" && looksLikePiece(one, isPiece)) yield key;
      yield* keysOfPieces(one, isPiece);
    }
  }
}

/** Whether all are of one sort: then what holds them has places with names, else it is a thing with several sides. */
function alike(values: Json[]): boolean {
  return new Set(values.map((value) => (Array.isArray(value) ? "list" : typeof value))).size <= 1;
}

/** A text that stands alone: a card's is short signs or known to the catalogue; any other is something said. */
function looksLikePiece(text: string, isPiece: (text: string) => boolean): boolean {
  return text === "?" || isPiece(text) || (/[\dA-Z]/.test(text) && text.length <= 4);
}

export const isFact = (item: Item): boolean => item.type === "fact" || item.type === "mark";

/** All pieces of an entry. */
export function piecesOf(item: Item): Piece[] {
  if (item.type === "row") return item.pieces;
  if (item.type === "grid") return item.rows.flat();
  return insideOf(item).flatMap(piecesOf);
}

function insideOf(item: Item): Item[] {
  if (item.type === "groups") return item.groups.flatMap((group) => group.items);
  return item.type === "things" ? item.things.flat() : [];
}

/** Every place with things that a move can name: the values that lie there, by path. */
export function placesOf(items: Item[]): Map<string, Set<Value>> {
  const found = new Map<string, Set<Value>>();
  const add = (path: string, values: Value[]) => {
    const seen = values.filter((value) => value !== null && value !== "?");
    found.set(path, new Set([...(found.get(path) ?? []), ...seen]));
  };
  const walk = (item: Item) => {
    const values = piecesOf(item).map((piece) => piece.value);
    if (item.type === "row" || item.type === "grid") add(item.path, values);
    const names = item.type === "groups" ? item.groups.map((group) => group.name) : [];
    if (names.length > 0) add(namesPath(item), names);
    insideOf(item).forEach(walk);
  };
  items.forEach(walk);
  return found;
}

/** The path of the names of an entry's places: they can be named by a move as pieces can. */
export const namesPath = (item: Item): string => `${item.path}{}`;
