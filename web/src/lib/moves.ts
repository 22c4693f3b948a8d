/** Moves in words, for buttons, the status line and those who listen. */

import type { Legal } from "./types";
import { words } from "./words.svelte";

const OWN = ["id", "text", "kind"];

const piecesOf = (move: Legal) => Object.entries(move).filter(([piece]) => !OWN.includes(piece));

/** A move in words: "add acorn 4 to row B, face up"; of a game without sentences for moves, "add face up: acorn 4, B". */
export function moveWords(game: string, move: Legal, names: string[]): string {
  const said = sentence(game, move, names);
  if (said !== undefined) return said;
  const kind = words.g(game, "kind", move.kind);
  if (piecesOf(move).length === 0) return kind;
  return words.t("move", { kind, pieces: piecesWords(game, move, names) });
}

/** A move on a button under its kind, which need not be said again: its pieces, if it names any and has no sentence. */
export function piecesWords(game: string, move: Legal, names: string[]): string {
  const said = sentence(game, move, names);
  if (said !== undefined) return said;
  const pieces = piecesOf(move).map(([piece, value]) => pieceWords(game, piece, value, names));
  return pieces.length > 0 ? pieces.join(words.t("comma")) : words.g(game, "kind", move.kind);
}

/** What the table calls the move just now, or the sentence that [move] of the game's words has for its kind: as `Words.move` says it in Python. */
function sentence(game: string, move: Legal, names: string[]): string | undefined {
  const own = words.calls[move.text];
  if (own !== undefined) return own;
  if (!words.has(game, "move", move.kind)) return undefined;
  const counted = (piece: string, value: string | number) => typeof value === "number" && piece !== "seat";
  const told = piecesOf(move).map(([piece, value]) => [
    piece,
    counted(piece, value) ? value : pieceWords(game, piece, value, names),
  ]);
  return words.g(game, "move", move.kind, Object.fromEntries(told));
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
