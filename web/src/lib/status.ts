/** The one line that always says whose turn it is and what one may do. */

import { kindsWords, moveWords } from "./moves";
import type { TableFrame } from "./protocol";
import type { Viewer } from "./viewer.svelte";
import { words } from "./words.svelte";

export function statusWords(game: string, viewer: Viewer, names: string[], many: boolean): string {
  const frame = viewer.frame!;
  if (frame.status === "over") return wonBy(frame.winners ?? [], names, many ? null : viewer.seat);
  if (frame.status === "waiting") {
    return words.t("status.waiting", { n: frame.seats.filter((seat) => seat.by === "open").length });
  }
  if (viewer.staged) return words.t("status.staged", { move: moveWords(game, viewer.staged, names) });
  if (viewer.pending) return words.t("sending");
  if (frame.chosen) return words.t("status.chosen", { move: moveWords(game, frame.chosen, names) });
  if (frame.held) return words.t("status.held");
  if (frame.legal.length > 0) {
    const can = kindsWords(game, frame.legal);
    return many ? words.t("status.turn_of", { name: names[viewer.seat!]!, can }) : words.t("status.your_turn", { can });
  }
  if (frame.lesson && frame.acting.length === 0) {
    const done = frame.lesson.state === "done";
    return words.t(done ? "learn.over" : "learn.once_more");
  }
  if (frame.acting.length > 1) return words.t("status.all_choose");
  const bot = frame.acting.every((seat) => frame.seats[seat]?.by === "bot");
  return words.t(bot ? "status.thinking" : "status.their_turn", { name: named(frame.acting, names) });
}

type Result = Pick<TableFrame, "scores" | "ranks" | "winners">;

/** Who has won: whoever sits alone before this screen is told of themselves. */
export function wonBy(winners: number[], names: string[], me: number | null): string {
  const shared = winners.length > 1;
  if (me !== null && winners.includes(me)) return words.t(shared ? "you_share" : "you_win");
  return words.t(shared ? "won_shared" : "won", { names: named(winners, names) });
}

/** What a score is called: birds, where birds are counted. */
export function scoreWords(game: string, n: number | undefined): string {
  return words.has(game, "made", "score") ? words.g(game, "made", "score", { n }) : words.t("points", { n });
}

/** As far as a mean is worth telling. */
export const tenths = (points: number): number => Math.round(points * 10) / 10;

/** A word for who has lost, where there is something to say: how little was missing, or that they are second of several. */
export function nearWords(game: string, { scores, ranks, winners }: Result, me: number): string {
  const best = scores[winners?.[0] ?? me] ?? 0;
  const short = best - (scores[me] ?? 0);
  if (short === 0) return words.t("lost_tie");
  if (short > 0 && short <= Math.max(1, best / 6)) return words.t("lost_near", { points: scoreWords(game, short) });
  return ranks[me] === 2 && ranks.length > 2 ? words.t("lost_second") : "";
}

/** By what equal scores were told apart at the end, if they were and the game has words for it. */
export function tieWords(game: string, scores: number[], ranks: number[]): string {
  const standings = new Set(scores.map((score, seat) => `${score} ${ranks[seat]}`));
  const broken = standings.size > new Set(scores).size;
  return broken && words.has(game, "end", "tie_broken") ? words.g(game, "end", "tie_broken") : "";
}

/** From when on the winners were ahead, by the search. */
export function aheadWords(ply: number, winners: number[], names: string[], me: number | null = null): string {
  const name =
    me !== null && winners.includes(me) && winners.length === 1 ? words.t("status.you") : named(winners, names);
  return words.t(ply > 0 ? "decided_at" : "decided_at_once", { ply, name });
}

function named(seats: number[], names: string[]): string {
  return seats.map((seat) => names[seat]).join(words.t("and"));
}
