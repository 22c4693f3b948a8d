/** Moves in words, for buttons, the status line and those who listen. */

import type { Legal } from "./types";
import { words } from "./words.svelte";

const OWN = ["id", "text", "kind"];

/** A move in words: "add face up: acorn 4, B". */
export function moveWords(game: string, move: Legal, names: string[]): string {
  const pieces = Object.entries(move)
    .filter(([piece]) => !OWN.includes(piece))
    .map(([piece, value]) => pieceWords(game, piece, value, names));
  const kind = words.g(game, "kind", move.kind);
  return pieces.length > 0 ? words.t("move", { kind, pieces: pieces.join(words.t("comma")) }) : kind;
}

/** The pieces of a move alone, for a button under its kind; the kind where it names none. */
export function piecesWords(game: string, move: Legal, names: string[]): string {
  const pieces = Object.entries(move).filter(([piece]) => !OWN.includes(piece));
  if (pieces.length === 0) return words.g(game, "kind", move.kind);
  return pieces.map(([piece, value]) => pieceWords(game, piece, value, names)).join(words.t("comma"));
}

export function pieceWords(game: string, piece: string, value: string | number, names: string[]): string {
  if (piece === "seat" && typeof value === "number") return words.seat(value, names);
  const called = words.calls[String(value)];
  if (called !== undefined) return called;
  return words.has(game, piece, String(value)) ? words.g(game, piece, String(value)) : words.place(game, String(value));
}

/** What one may do now, in a few words: the kinds of the legal moves. */
export function kindsWords(game: string, legal: Legal[]): string {
  const kinds = [...new Set(legal.map((move) => move.kind))].map((kind) => words.g(game, "kind", kind));
  const last = kinds.pop() ?? "";
  return kinds.length > 0 ? kinds.join(words.t("comma")) + words.t("or") + last : last;
}
