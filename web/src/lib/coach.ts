/** What a coach and a hint say of a decision: the best move and why, from what the search thinks and the game foresees. */

import { holes, minus, type Values } from "./format";
import { moveWords } from "./moves";
import type { CandidateShown, Hint, Reason, ShownWould } from "./protocol";
import { reasonWords } from "./reasons";
import type { Legal } from "./types";
import { words } from "./words.svelte";

/** Percentage points of the win: less than this is as good, more than that is a pity. */
const ALIKE = 3;
const PITY = 8;

const percent = (share: number) => Math.round(share * 100);

type Foreseen = Record<string, ShownWould>;
type Thought = Pick<Hint, "candidates" | "why">;

const moveOf = (candidate: CandidateShown, legal: Legal[]) =>
  legal.find((one) => one.id === candidate.action || one.text === candidate.text);

/** What a candidate is called. */
export function called(game: string, candidate: CandidateShown, legal: Legal[], names: string[]): string {
  const move = moveOf(candidate, legal);
  return move ? moveWords(game, move, names) : candidate.text;
}

/** What an action would do, as a sentence is filled with it: a span of numbers as one, what lies inside something by its own name. */
function told(would: unknown): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(would ?? {})) {
    if (typeof value === "number" || typeof value === "string") values[name] = value;
    else if (value && typeof value === "object" && "least" in value && "most" in value) {
      const { least, most } = value as { least: number; most: number };
      values[name] = least === most ? least : `${minus(least)}–${minus(most)}`;
    } else if (value && typeof value === "object" && !Array.isArray(value)) Object.assign(values, told(value));
  }
  return values;
}

/** What a move brings, or what is to be looked at with it ([tip] of the game's words); "" where there is nothing to say. */
export function tipWords(game: string, move: Legal, would: Foreseen): string {
  if (!words.has(game, "tip", move.kind)) return "";
  const said = words.g(game, "tip", move.kind, told(would[move.text]));
  return holes(said) ? "" : said;
}

/** Whether a reason speaks for the best move: that it brings less at once than another does not. */
const speaks = ({ fact, values: { best, mine } }: Reason, would: ShownWould | undefined) =>
  !(fact in (would ?? {}) && typeof best === "number" && typeof mine === "number" && best < mine);

/** Why the best move is good: what speaks for it rather than for the next, or else what it brings. */
export function whyWords(
  game: string,
  { candidates, why }: Thought,
  legal: Legal[],
  names: string[],
  would: Foreseen,
): string {
  const move = candidates[0] && moveOf(candidates[0], legal);
  const first = why.find((reason) => speaks(reason, move && would[move.text]));
  if (first) return reasonWords(game, first, names, "the_next");
  return move ? tipWords(game, move, would) : "";
}

/** What matters now, in one sentence and its reason. The numbers are where a hint tells them. */
export function coachWords(game: string, thought: Thought, legal: Legal[], names: string[], would: Foreseen): string {
  const { candidates } = thought;
  const [best, next] = candidates;
  if (!best) return "";
  const move = called(game, best, legal, names);
  if (!next) return words.t("coach.only", { move });
  const alike = candidates.filter((one) => percent(best.share) - percent(one.share) < ALIKE).length;
  // Where others are as good there is nothing to say for this one rather than for the next: what it brings is worth a look.
  const all = alike === candidates.length;
  const said = words.t(all ? "coach.all_alike" : alike > 1 ? "coach.some_alike" : "coach.best", { move });
  const why = whyWords(game, alike > 1 ? { ...thought, why: [] } : thought, legal, names, would);
  return words.joined([said, why].filter(Boolean));
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
  return words.t(less < PITY ? "coach.fair" : "coach.pity", { move });
}
