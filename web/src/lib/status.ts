/** The one line that always says whose turn it is and what one may do. */

import { kindsWords, moveWords } from "./moves";
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
  if (frame.lesson && frame.acting.length === 0) return words.t("learn.over");
  if (frame.acting.length > 1) return words.t("status.all_choose");
  const bot = frame.acting.every((seat) => frame.seats[seat]?.by === "bot");
  return words.t(bot ? "status.thinking" : "status.their_turn", { name: named(frame.acting, names) });
}

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

/** A kind word for who has lost: how much was missing, where it was little beside what won. */
export function nearWords(game: string, scores: number[], winners: number[], me: number): string {
  const best = scores[winners[0] ?? me] ?? 0;
  const short = best - (scores[me] ?? 0);
  const near = short > 0 && short <= Math.max(1, best / 6);
  return near ? words.t("lost_near", { points: scoreWords(game, short) }) : words.t("lost_kindly");
}

/** By what equal scores were told apart at the end, if they were and the game has words for it. */
export function tieWords(game: string, scores: number[], ranks: number[]): string {
  const standings = new Set(scores.map((score, seat) => `${score} ${ranks[seat]}`));
  const broken = standings.size > new Set(scores).size;
  return broken && words.has(game, "end", "tie_broken") ? words.g(game, "end", "tie_broken") : "";
}

function named(seats: number[], names: string[]): string {
  return seats.map((seat) => names[seat]).join(words.t("and"));
}
