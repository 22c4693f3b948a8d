/** What the last events did to the flasks, what a drink that is being put together will do, how a round was counted. */

import type { LogItem } from "$lib/types";
import type { FlaskView, Playing, View } from "./view";

/** By flask: what was drunk from it. */
export function drunk(last: LogItem[]): Map<string, number> {
  return new Map(last.filter((item) => item.event === "drank").map((item) => [String(item.flask), Number(item.sake)]));
}

/** By flask: what the card being played will drink from it, as far as that is chosen. */
export function drinking(playing: Playing | null, staged: string | null): Map<string, number> {
  const drinks = playing?.drinks ?? [];
  const found = new Map(drinks.flatMap(({ number, from }) => (from ? [[from, number] as const] : [])));
  const next = drinks.find((drink) => drink.from === null);
  if (next && staged) found.set(staged, next.number);
  return found;
}

/** What happened in this round: a round that has just begun has its first flasks to come. */
export function ofThisRound(last: LogItem[]): LogItem[] {
  return last.slice(last.findLastIndex((item) => item.event === "round") + 1);
}

/** The flasks that the events of one kind name. */
export function named(last: LogItem[], event: string): Set<string> {
  return new Set(last.filter((item) => item.event === event).map((item) => String(item.flask)));
}

/** A line of the bill at a round's end. */
export interface Line {
  seat: number;
  taken: number;
  stars: number;
  unfinished: number;
  points: number;
  /** What they got from the others, less what they paid. */
  paid: number;
}

/** The bill, as far as it is told. */
export function bill(told: LogItem[]): Line[] {
  return told
    .filter((item) => item.event === "scored")
    .map((item) => ({
      seat: Number(item.seat),
      taken: Number(item.taken),
      stars: Number(item.stars),
      unfinished: Number(item.unfinished),
      points: Number(item.points),
      paid: paid(told, Number(item.seat)),
    }));
}

/** What a seat got from the others in these events, less what it paid. */
export function paid(events: LogItem[], seat: number): number {
  let sum = 0;
  for (const item of events) {
    if (item.event !== "paid") continue;
    if (item.receiver === seat) sum += Number(item.points);
    if (item.seat === seat) sum -= Number(item.points);
  }
  return sum;
}

/** Who pays whom at a round's end, and why. */
export interface Settling {
  /** Who made most, and how much that was. */
  best: number[];
  most: string;
  /** How far behind them each other is, which they pay each of them; whether that is told already. */
  debts: { seat: number; due: number; to: number[]; told: boolean }[];
  /** Who has nothing left, as far as that is told. */
  broke: { seat: number; points: string }[];
}

/** How a round is settled, by all that happened at its end, of which so much is told; null: it is not that far yet. */
export function settling(events: LogItem[], told: LogItem[]): Settling | null {
  const payments = events.filter((item) => item.event === "paid");
  const begun = told.some((item) => item.event === "paid" || item.event === "round_ended");
  if (!begun) return null;
  const seats = [...new Set(payments.map((item) => Number(item.seat)))];
  const best = [...new Set(payments.map((item) => Number(item.receiver)))];
  const scored = events.find((item) => item.event === "scored" && item.seat === best[0]);
  return {
    best,
    most: signed(Number(scored?.points ?? 0)),
    debts: seats.map((seat) => {
      const own = payments.filter((item) => item.seat === seat);
      return {
        seat,
        due: Number(own[0]!.points),
        to: own.map((item) => Number(item.receiver)),
        told: own.every((item) => told.includes(item)),
      };
    }),
    broke: told
      .filter((item) => item.event === "bankrupt")
      .map((item) => ({ seat: Number(item.seat), points: signed(Number(item.points)) })),
  };
}

/** What each flask that was left too full took from its owner. */
export const cost = (line: Line): number => (line.taken + line.stars - line.points) / line.unfinished;

/** The flasks left too full: of those that still stand before a seat, as many as were counted, the fullest. */
export function tooFull(view: View, line: Line): FlaskView[] {
  return view.flasks
    .filter((flask) => flask.on_the_table && flask.laid_by === line.seat)
    .sort((a, b) => b.level - a.level)
    .slice(0, line.unfinished);
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
