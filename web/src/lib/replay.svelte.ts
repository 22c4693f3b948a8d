/** A game told again: where one is in it, through whose eyes, and what the search thought of its decisions. */

import { api, Refusal } from "./api";
import { games } from "./games.svelte";
import { seatNames } from "./names";
import type { DecisionShown, Replay, Review, ShownView } from "./protocol";
import type { Legal, LogItem } from "./types";
import { words } from "./words.svelte";

const ASK_AGAIN = 1500;

export class Told {
  replay = $state.raw<Replay | null>(null);
  review = $state.raw<Review | null>(null);
  /** Why there is no review yet: many others are reviewed. It is asked for again. */
  crowded = $state.raw<Refusal | null>(null);
  ply = $state(0);
  eyes = $state("all");
  /** Show the better move on the board, where it could have been played. */
  better = $state(false);
  playing = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;
  #asking: ReturnType<typeof setTimeout> | undefined;

  /** A table's game, or the game of a kifu. */
  constructor(
    readonly table: string,
    readonly kifu: string | null,
  ) {}

  async load(): Promise<void> {
    this.replay = this.kifu === null ? await api.replay(this.table) : await api.replayOf(this.kifu);
    this.go(this.ply);
  }

  get last(): number {
    return (this.replay?.positions.length ?? 1) - 1;
  }

  get position() {
    return this.replay?.positions[this.ply];
  }

  get view(): ShownView | undefined {
    return this.position?.views[this.eyes];
  }

  /** What happened on the way here, as these eyes may know it. */
  get events(): LogItem[] {
    return this.position?.events[this.eyes] ?? [];
  }

  /** The same from the beginning. */
  get log(): LogItem[] {
    return this.replay?.positions.slice(0, this.ply + 1).flatMap((position) => position.events[this.eyes] ?? []) ?? [];
  }

  get seats() {
    // A bot is named by its level, or by level and character: `regular:tanuki`.
    return (this.replay?.names ?? []).map((name) => {
      const [level = "", face = ""] = name.split(":");
      return games.levels.includes(level) && (face === "" || words.face(face) !== undefined)
        ? { by: "bot" as const, name: "", level, away: false, face }
        : { by: "person" as const, name, level: null, away: false, face: "" };
    });
  }

  get names(): string[] {
    return seatNames(this.seats);
  }

  /** What the search thinks of the decisions; through one seat's eyes, of its own alone: the others' are secret. */
  get decisions(): DecisionShown[] {
    const all = this.review?.decisions ?? [];
    return this.eyes === "all" ? all : all.filter((decision) => String(decision.seat) === this.eyes);
  }

  /** What it thinks of the move that led here. */
  get decision(): DecisionShown | undefined {
    return this.decisions.find((decision) => decision.ply === this.ply);
  }

  get costly(): DecisionShown[] {
    return this.decisions.filter((decision) => decision.mark > 0);
  }

  /** The move that the search prefers to the one that led here, while it is shown. */
  get advice(): Legal | null {
    return (this.better && this.decision?.candidates[0]?.move) || null;
  }

  /** What lies on the board: this position, or, with the better move, the one before it, as its player sat there. */
  get board() {
    const { advice, decision } = this;
    const before = advice && decision ? this.replay?.positions[this.ply - 1] : undefined;
    const position = before ?? this.position;
    const near = this.eyes === "all" ? 0 : Number(this.eyes);
    return {
      view: position?.views[this.eyes],
      acting: position?.acting ?? [],
      last: before ? [] : this.events,
      staged: before ? advice : null,
      you: before && decision ? decision.seat : near,
    };
  }

  go(ply: number): void {
    this.better = false;
    this.ply = Math.max(0, Math.min(this.last, Math.round(ply) || 0));
    if (this.ply === this.last) this.pause();
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.ply === this.last) this.ply = 0;
    this.playing = true;
    this.#timer = setInterval(() => this.go(this.ply + 1), 1200);
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.#timer);
  }

  /** Ask what the search thinks, and again until it has thought about everything. */
  async askReview(): Promise<void> {
    try {
      this.review = this.kifu === null ? await api.review(this.table) : await api.reviewOf(this.kifu);
      this.crowded = null;
    } catch (wrong) {
      if (!(wrong instanceof Refusal && wrong.refused.code === "crowded")) throw wrong;
      this.crowded = wrong;
    }
    const wait = this.crowded ? Number(this.crowded.refused.values?.seconds) * 1000 : ASK_AGAIN;
    if (this.review?.done !== this.review?.of || this.crowded) this.#asking = setTimeout(() => this.askReview(), wait);
  }

  close(): void {
    this.pause();
    clearTimeout(this.#asking);
  }
}
