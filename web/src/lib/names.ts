/** What to call who sits where. */

import type { SeatShown } from "./protocol";
import type { LogItem } from "./types";
import { words } from "./words.svelte";

// Where letters run from right to left, what follows a name would be drawn before it: a name keeps to itself.
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isolated = (name: string) => (LEFTWARD.test(name) ? `\u2068${name}\u2069` : name);

/**
 * A name for each seat: people as they call themselves, bots by their character or level, no two of them alike. Who sits alone
 * before this screen and goes by no name is called as the language calls them to their face, where its verbs let it (`[sitter]`).
 */
export function seatNames(seats: SeatShown[], me: number | null = null): string[] {
  const plain = seats.map((seat, i) => plainName(seat) || words.t(i === me ? "sitter.unnamed" : "guest"));
  return plain.map((name, seat) => {
    if (seats[seat]?.by === "open") return name;
    const alike = plain.map((_, i) => i).filter((i) => plain[i] === name);
    return alike.length > 1 && name ? `${name} ${alike.indexOf(seat) + 1}` : name;
  });
}

function plainName(seat: SeatShown): string {
  if (seat.by === "bot") return words.face(seat.face ?? "") ?? words.bot(seat.level ?? "");
  if (seat.by === "open" && seat.kept !== undefined) {
    return words.t("kept_seat", { name: isolated(seat.kept) || words.t("guest") });
  }
  if (seat.by === "open") return words.t("open_seat");
  return isolated(seat.name);
}

/** What to call each seat at each item of a log: who has left since keeps their name, and the bot that stood in its own. */
export function namesAlong(log: LogItem[], names: string[]): string[][] {
  const now = [...names];
  const called = [...log].reverse().map((item) => {
    const seat = Number(item.seat);
    if (item.event === "left" && item.name !== undefined) now[seat] = isolated(String(item.name)) || words.t("guest");
    const then = [...now];
    if (item.event === "sat" && item.level !== undefined)
      now[seat] = words.face(String(item.face ?? "")) ?? words.bot(String(item.level));
    return then;
  });
  return called.reverse();
}
