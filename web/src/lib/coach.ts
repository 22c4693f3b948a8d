/** What a coach says of a decision, from what the search thinks of each move. */

import { moveWords } from "./moves";
import type { CandidateShown, Hint } from "./protocol";
import { reasonWords } from "./reasons";
import type { Legal } from "./types";
import { words } from "./words.svelte";

/** Percentage points of the win: less than this is as good, more than that is a pity. */
const ALIKE = 3;
const PITY = 8;

const percent = (share: number) => Math.round(share * 100);

function called(game: string, candidate: CandidateShown, legal: Legal[], names: string[]): string {
  const move = legal.find((one) => one.id === candidate.action);
  return move ? moveWords(game, move, names) : candidate.text;
}

/** What matters now: the best move, how much better than the rest it is, and the first reason for it. */
export function coachWords(
  game: string,
  { candidates, why }: Pick<Hint, "candidates" | "why">,
  legal: Legal[],
  names: string[],
): string {
  const [best, next] = candidates;
  if (!best) return "";
  const alike = candidates.filter((one) => percent(best.share) - percent(one.share) < ALIKE).length;
  const move = called(game, best, legal, names);
  if (!next) return words.t("coach.only");
  if (alike === candidates.length) return words.t("coach.all_alike", { move });
  if (alike > 1) return words.t("coach.some_alike", { move, n: alike });
  const said = words.t("coach.best", { move, less: percent(best.share) - percent(next.share) });
  const [first] = why;
  return first ? `${said} ${reasonWords(game, first, names, "the_next")}` : said;
}

/** What the move that was played gave up. */
export function judged(
  game: string,
  candidates: CandidateShown[],
  played: Legal,
  legal: Legal[],
  names: string[],
): string {
  const best = candidates[0];
  const own = candidates.find((one) => one.action === played.id);
  if (!best || !own) return "";
  const less = percent(best.share) - percent(own.share);
  const move = called(game, best, legal, names);
  if (less < ALIKE) return words.t("coach.good");
  return words.t(less < PITY ? "coach.fair" : "coach.pity", { move, less });
}
