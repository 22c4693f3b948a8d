/** The HTTP half of docs/protocol.md. */

import type { Legal, LogItem, Seat } from "./types";
import { type EventKinds, type Refused, words } from "./words.svelte";

export interface Option {
  name: string;
  default: string;
  /** The values to choose from, by the number of players: with others, there is no such option. */
  values: Record<number, string[]>;
  /** Whether another text can be given. */
  free: boolean;
}

export interface Game {
  name: string;
  players: number[];
  options: Option[];
  rules: number;
  events: EventKinds;
  /** Where its package's table is, and its picture; null where it brings none. */
  table: string | null;
  emblem: string | null;
}

export interface TableInfo {
  table: string;
  game: string;
  players: number;
  options: Record<string, string>;
  seats: Seat[];
  status: "waiting" | "playing" | "over";
  private: boolean;
  free: number[];
}

export type SeatWish = { by: "person"; name: string } | { by: "bot"; level: string } | { by: "open" };

export interface TableWish {
  game?: string;
  players?: number;
  options?: Record<string, string>;
  kifu?: string;
  ply?: number;
  seats: SeatWish[];
  private?: boolean;
  clock?: { bank: number; per_move: number } | null;
  hints?: boolean;
}

export interface Candidate {
  action: number;
  text: string;
  visits: number;
  share: number;
}

/** One position of a replay: after the action of `seat`; the first is the deal. */
export interface Position {
  ply: number;
  seat: number | null;
  action: Legal | null;
  acting: number[];
  scores: number[];
  ranks: number[];
  /** What happened and how it then stood: for `all`, for who watches (`none`), and for each seat's eyes. */
  events: Record<string, LogItem[]>;
  views: Record<string, unknown>;
}

export interface Decision {
  ply: number;
  seat: number;
  played: string;
  preferred: string;
  cost: number;
  error: number;
  mark: 0 | 1 | 2;
  candidates: { action: string; visits: number; share: number }[];
}

export interface Review {
  done: number;
  of: number;
  decisions: Decision[];
}

/** A refusal over HTTP. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly refused: Refused,
  ) {
    super(refused.message);
  }
}

/** What went wrong with a request, in the player's language. */
export function wrongWords(wrong: unknown, game = ""): string {
  return wrong instanceof Refusal ? words.refusal(wrong.refused, game) : words.t("no_answer");
}

async function ask<T>(method: string, path: string, body?: unknown, secret?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (secret) headers.authorization = `Bearer ${secret}`;
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await fetch(`/api/${path}`, init);
  if (!answer.ok) throw await refusal(answer);
  const text = await answer.text();
  return (answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text) as T;
}

async function refusal(answer: Response): Promise<Refusal> {
  try {
    const { error } = (await answer.json()) as { error: Refused };
    return new Refusal(answer.status, error);
  } catch {
    return new Refusal(answer.status, { code: "unavailable", message: `${answer.status} ${answer.statusText}` });
  }
}

const at = (table: string) => `tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => ask<Game[]>("GET", "games"),
  bots: () => ask<string[]>("GET", "bots"),
  rules: (game: string, lang: string) => ask<string>("GET", `games/${encodeURIComponent(game)}/rules?lang=${lang}`),
  lobby: () => ask<TableInfo[]>("GET", "tables"),
  table: (table: string) => ask<TableInfo>("GET", at(table)),
  make: (wish: TableWish) => ask<{ table: string; seats: { seat: number; secret: string }[] }>("POST", "tables", wish),
  sit: (table: string, wish: { name?: string; seat?: number }) =>
    ask<{ seat: number; secret: string }>("POST", `${at(table)}/seats`, wish),
  fill: (table: string, wish: { level: string; seat?: number }, secret: string) =>
    ask<unknown>("POST", `${at(table)}/bots`, wish, secret),
  leave: (table: string, seat: number, secret: string) =>
    ask<unknown>("DELETE", `${at(table)}/seats/${seat}`, undefined, secret),
  rematch: (table: string, secret: string) =>
    ask<{ table: string; seat: number; secret: string }>("POST", `${at(table)}/rematch`, undefined, secret),
  kifu: (table: string) => ask<string>("GET", `${at(table)}/kifu`),
  replay: (table: string) => ask<Replay>("GET", `${at(table)}/replay`),
  replayOf: (kifu: string) => ask<Replay>("POST", "replay", { kifu }),
  review: (table: string) => ask<Review>("GET", `${at(table)}/review`),
  reviewOf: (kifu: string) => ask<Review>("POST", "review", { kifu }),
};

export interface Replay {
  game: string;
  rules: number;
  players: number;
  options: Record<string, string>;
  seed: string;
  seed_hash: string;
  names: string[];
  winners: number[] | null;
  positions: Position[];
}
