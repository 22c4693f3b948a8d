/** The table somebody wishes for: who sits where, remembered for the next time. */

import type { GameShown, OptionShown, SeatWish, TableWish } from "./protocol";
import { load, save } from "./storage";

/** Who sits at a seat: `me`, another person at this screen (`here`), whoever comes (`open`), or a bot of a level. */
export type Sitter = string;
export const SITTERS: Sitter[] = ["me", "here", "open"];

export interface Wish {
  seats: Sitter[];
  options: Record<string, string>;
  public: boolean;
  clock: number;
  /** Against bots alone: moves can be taken back, also over theirs. */
  practice: boolean;
}

export const WAYS = ["bots", "friends", "here", "watch"] as const;
export type Way = (typeof WAYS)[number];

/** Seats for a way to play: against bots, with whoever gets the link, on this screen, or bots alone. */
export function seatsFor(way: Way, players: number, level: string): Sitter[] {
  const rest = { bots: level, friends: "open", here: "here", watch: level }[way];
  return Array.from({ length: players }, (_, seat) => (seat === 0 && way !== "watch" ? "me" : rest));
}

/** The way that these seats are, or null if they are mixed. */
export function wayOf(seats: Sitter[], level: string): Way | null {
  return WAYS.find((way) => seatsFor(way, seats.length, level).join() === seats.join()) ?? null;
}

/** What was wished for last time; a level that is not offered here (any more) becomes the usual one. */
export function wishFor(game: string, levels: string[], level: string): Wish {
  const otherwise: Wish = { seats: seatsFor("bots", 3, level), options: {}, public: false, clock: 0, practice: true };
  const wish = { ...otherwise, ...load<Partial<Wish>>(`wish.${game}`, {}) };
  const sitters = [...SITTERS, ...levels];
  return { ...wish, seats: wish.seats.map((sitter) => (sitters.includes(sitter) ? sitter : level)) };
}

export function keepWish(game: string, wish: Wish): void {
  save(`wish.${game}`, wish);
}

/** The options that there are with so many players. */
export function optionsFor(game: GameShown, players: number): OptionShown[] {
  return game.options.filter((option) => players in option.values);
}

/** What is wished for an option; "" if nothing is, or nothing that can be had with so many players. */
export function wished(option: OptionShown, wish: Wish): string {
  const value = wish.options[option.name] ?? "";
  return option.free || option.values[wish.seats.length]?.includes(value) ? value : "";
}

/** Whether one person plays against bots alone. */
export function isAlone(seats: Sitter[]): boolean {
  return seats.filter((sitter) => SITTERS.includes(sitter)).join() === "me";
}

/** The wish as the server is asked for it. */
export function asked(game: GameShown, wish: Wish, name: string, others: string, face = ""): TableWish {
  const given = optionsFor(game, wish.seats.length).map((option) => [option.name, wished(option, wish)] as const);
  const options = Object.fromEntries(given.filter(([, value]) => value !== ""));
  let here = 1;
  const seats = wish.seats.map((sitter): SeatWish => {
    if (sitter === "me") return { by: "person", name, ...(face ? { face } : {}) };
    if (sitter === "here") return { by: "person", name: `${others} ${++here}` };
    return sitter === "open" ? { by: "open" } : { by: "bot", level: sitter };
  });
  return {
    game: game.name,
    players: seats.length,
    options,
    seats,
    private: !wish.public,
    practice: wish.practice && isAlone(wish.seats),
    clock: wish.clock > 0 ? { bank: wish.clock * 60, per_move: 10 } : null,
  };
}

/**
 * The value after one of several things is pressed: in, if it was out, and another out, or the other way round. As many
 * as before are chosen, so that only what can be had is ever wished for.
 */
export function swapped(option: OptionShown, values: string[], now: string, pressed: string): string {
  const chosen = now.split(" ");
  const others = option.several.filter((one) => chosen.includes(one) !== chosen.includes(pressed));
  const from = option.several.indexOf(pressed);
  const next = others.find((one) => option.several.indexOf(one) > from) ?? others[0];
  const after = option.several.filter((one) => (one === pressed || one === next) !== chosen.includes(one));
  return values.find((value) => value === after.join(" ")) ?? now;
}
