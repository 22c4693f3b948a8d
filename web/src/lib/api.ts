/** The HTTP half of docs/protocol.md. */

import { host } from "./host";
import type {
  BotWish,
  ExampleShown,
  GameShown,
  LessonTold,
  Refusal as RefusalAnswer,
  Rematch,
  Replay,
  Review,
  SeatGiven,
  SitWish,
  StudyShown,
  TableMade,
  TableShown,
  TableWish,
  WhatIf,
} from "./protocol";
import { type Refused, words } from "./words.svelte";

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
  const { status, json, text } = await host.ask(method, path, body, secret);
  if (status >= 400) throw refusal(status, text);
  return (json ? JSON.parse(text) : text) as T;
}

function refusal(status: number, text: string): Refusal {
  try {
    return new Refusal(status, (JSON.parse(text) as RefusalAnswer).error);
  } catch {
    return new Refusal(status, { code: "unavailable", message: String(status) });
  }
}

const at = (table: string) => `tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => ask<GameShown[]>("GET", "games"),
  bots: () => ask<string[]>("GET", "bots"),
  rules: (game: string, lang: string) => ask<string>("GET", `games/${encodeURIComponent(game)}/rules?lang=${lang}`),
  lessons: (game: string, lang: string) =>
    ask<LessonTold[]>("GET", `games/${encodeURIComponent(game)}/lessons?lang=${lang}`),
  positions: (game: string, lang: string) =>
    ask<Record<string, ExampleShown>>("GET", `games/${encodeURIComponent(game)}/positions?lang=${lang}`),
  study: (game: string) => ask<StudyShown>("GET", `games/${encodeURIComponent(game)}/study`),
  lobby: () => ask<TableShown[]>("GET", "tables"),
  table: (table: string) => ask<TableShown>("GET", at(table)),
  /** In a page without a server: a table that this browser keeps, and all that was played there. */
  remove: (table: string) => ask<null>("DELETE", at(table)),
  make: (wish: TableWish) => ask<TableMade>("POST", "tables", wish),
  sit: (table: string, wish: SitWish) => ask<SeatGiven>("POST", `${at(table)}/seats`, wish),
  fill: (table: string, wish: BotWish, secret: string) => ask<TableShown>("POST", `${at(table)}/bots`, wish, secret),
  leave: (table: string, seat: number, secret: string) =>
    ask<TableShown>("DELETE", `${at(table)}/seats/${seat}`, undefined, secret),
  rematch: (table: string, secret: string) => ask<Rematch>("POST", `${at(table)}/rematch`, undefined, secret),
  whatIf: (table: string, secret: string) => ask<WhatIf>("POST", `${at(table)}/what-if`, undefined, secret),
  kifu: (table: string) => ask<string>("GET", `${at(table)}/kifu`),
  replay: (table: string) => ask<Replay>("GET", `${at(table)}/replay`),
  replayOf: (kifu: string) => ask<Replay>("POST", "replay", { kifu }),
  review: (table: string) => ask<Review>("GET", `${at(table)}/review`),
  reviewOf: (kifu: string) => ask<Review>("POST", "review", { kifu }),
};
