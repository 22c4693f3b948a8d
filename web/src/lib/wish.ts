/** The table somebody wishes for: who sits where, remembered for the next time. */

import { freeFace } from "./faces";
import type { GameShown, HouseRuleShown, HouseSpan, OptionShown, SeatWish, TableWish } from "./protocol";
import { load, save } from "./storage";

/** Who sits at a seat: `me`, another person at this screen (`here`), whoever comes (`open`), or a bot of a level. */
export type Sitter = string;
export const SITTERS: Sitter[] = ["me", "here", "open"];

export interface Wish {
  seats: Sitter[];
  options: Record<string, string>;
  /** House rules, by name. They are wished for anew each time: nobody plays a variant by an old habit. */
  house: Record<string, number>;
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

/**
 * What was wished for last time; who plays a game for the first time meets bots of the `first` level. A level that is not
 * offered here (any more) becomes the usual one.
 */
export function wishFor(game: string, levels: string[], level: string, first = level): Wish {
  const kept = load<Partial<Wish> | null>(`wish.${game}`, null);
  const otherwise: Wish = {
    seats: seatsFor("bots", 3, kept ? level : first),
    options: {},
    house: {},
    public: false,
    clock: 0,
    practice: true,
  };
  const wish = { ...otherwise, ...kept };
  const sitters = [...SITTERS, ...levels];
  return { ...wish, seats: wish.seats.map((sitter) => (sitters.includes(sitter) ? sitter : level)) };
}

export function keepWish(game: GameShown, wish: Wish): void {
  save(`wish.${game.name}`, byRulebook(game, wish));
}

/** The options that there are with so many players. */
export function optionsFor(game: GameShown, players: number): OptionShown[] {
  return game.options.filter((option) => players in option.values);
}

/** What is wished for an option; "" if nothing is, or nothing that can be had with so many players. */
export function wished(option: OptionShown, wish: Wish): string {
  const value = wish.options[option.name] ?? "";
  return option.free || option.values[wish.seats.length]?.includes(value) || isHouse(option, wish, value) ? value : "";
}

/** Whether a value of a usual option is one that only a house has. */
export function isHouse(option: OptionShown, wish: Wish, value: string): boolean {
  return option.house_values[wish.seats.length]?.includes(value) ?? false;
}

/** The house rules that there are with so many players, and what each may be. */
export function houseFor(game: GameShown, players: number): [HouseRuleShown, HouseSpan][] {
  return game.house_rules.flatMap((rule) => (rule.spans[players] ? [[rule, rule.spans[players]]] : []));
}

/** What is wished for of a house rule: within what it may be, and the rulebook's number where nothing is. */
export function houseNumber(rule: HouseRuleShown, span: HouseSpan, wish: Wish): number {
  return Math.min(span.most, Math.max(span.least, Math.round(wish.house[rule.name] ?? span.rulebook)));
}

/** By what a wish leaves the rulebook, and what the rulebook has in its place: as a table tells it. */
export function variant(
  game: GameShown,
  wish: Wish,
): { options: Record<string, string>; rulebook: Record<string, string> } {
  const left: [string, string, string][] = [
    ...houseFor(game, wish.seats.length).map(([rule, span]): [string, string, string] => [
      rule.name,
      String(houseNumber(rule, span, wish)),
      String(span.rulebook),
    ]),
    ...optionsFor(game, wish.seats.length)
      .filter((option) => isHouse(option, wish, wished(option, wish)))
      .map((option): [string, string, string] => [option.name, wished(option, wish), option.default]),
  ].filter(([, value, rulebook]) => value !== rulebook);
  return {
    options: Object.fromEntries(left.map(([name, value]) => [name, value])),
    rulebook: Object.fromEntries(left.map(([name, , rulebook]) => [name, rulebook])),
  };
}

/** The same wish, by the rulebook. */
export function byRulebook(game: GameShown, wish: Wish): Wish {
  const kept = Object.entries(wish.options).filter(([name]) => !(name in variant(game, wish).rulebook));
  return { ...wish, options: Object.fromEntries(kept), house: {} };
}

/** Whether one person plays against bots alone. */
export function isAlone(seats: Sitter[]): boolean {
  return seats.filter((sitter) => SITTERS.includes(sitter)).join() === "me";
}

/** The same against bots, where somebody else was wished for too: nobody sits down with others by a single press. */
export function aloneFor(wish: Wish, level: string): Wish {
  if (isAlone(wish.seats)) return wish;
  return { ...wish, seats: seatsFor("bots", wish.seats.length, level), public: false, practice: true };
}

/** The wish as the server is asked for it. */
export function asked(game: GameShown, wish: Wish, name: string, face = ""): TableWish {
  const given = optionsFor(game, wish.seats.length).map((option) => [option.name, wished(option, wish)] as const);
  const options = { ...Object.fromEntries(given.filter(([, value]) => value !== "")), ...variant(game, wish).options };
  const shown = face ? [face] : [];
  const another = () => {
    shown.push(freeFace(shown, 0));
    return shown.at(-1)!;
  };
  const seats = wish.seats.map((sitter): SeatWish => {
    if (sitter === "me") return { by: "person", name, ...(face ? { face } : {}) };
    if (sitter === "here") return { by: "person", name: "", face: another() };
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
