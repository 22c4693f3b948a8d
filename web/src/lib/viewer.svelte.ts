/** One pair of eyes at a table: what it was last shown, what it has picked, what it is waiting for. */

import { Connection, type Line, type Request } from "./connection";
import { host } from "./host";
import { instant, lasting, still } from "./motion";
import type { Hint, Log, RefusedAnswer, ServerMessage, Still, TableFrame, Welcome } from "./protocol";
import type { Legal, LogItem, Moment, ShownView } from "./types";
import { type Refused, TABLE_EVENTS } from "./words.svelte";

interface Pending {
  id: string;
  action: Legal | null;
  seq: number;
  done: boolean;
}

/** A moment that holds the table: as it stood at what was told last, and at each event. */
export interface Held extends Moment {
  view: ShownView;
  views: ShownView[];
  /** It ends a round or the game: what lies there is cleared away after it. */
  ends: boolean;
}

/** How long a step of a moment is looked at, one that tells of numbers longer, and the whole of it at its end, a round's end longer: in milliseconds. */
const STEP = 550;
const NUMBERS = 900;
const LOOK = 2600;
const LOOK_BACK = 6000;

/** How long what happened is looked at before what happened next. */
export const stepOf = ({ ply: _ply, seat: _seat, ...told }: LogItem): number =>
  Object.values(told).some((value) => typeof value === "number") ? NUMBERS : STEP;

/** The table at each event from one on that leads to a still: as it stood at the last step, and before the first as it was. */
export function stood({ at, view, steps }: Still, from: number, before: ShownView): ShownView[] {
  const known = new Map([...steps, { at, view }].map((step) => [step.at, step.view]));
  let now = steps.length > 0 ? before : view;
  return Array.from({ length: at + 1 - from }, (_, i) => (now = known.get(from + i) ?? now));
}

/** The log with what a frame says of it: keep the first `from` items, then add these. */
export function mergeLog(log: LogItem[], news: Log): LogItem[] {
  return [...log.slice(0, news.from), ...news.items];
}

const NOTHING: Legal[] = [];
const AGAIN = 2; // seconds until a coach asks again, where it was not told how long to wait

/** Whether one may do the same. */
const alike = (one: Legal[], other: Legal[]) =>
  one.length === other.length && one.every(({ id, text }, i) => id === other[i]!.id && text === other[i]!.text);

/** The events of the last action: what the deal did, before the first. */
export function lastMove(log: LogItem[]): LogItem[] {
  const events = log.filter((item) => !(item.event in TABLE_EVENTS));
  const ply = events.at(-1)?.ply;
  return events.filter((item) => item.ply === ply);
}

/** How many actions there have been. */
const plyOf = (log: LogItem[]): number => lastMove(log)[0]?.ply ?? 0;

export class Viewer {
  welcome = $state.raw<Welcome | null>(null);
  frame = $state.raw<TableFrame | null>(null);
  log = $state.raw<LogItem[]>([]);
  /** What the last frame added to the log; a first frame, and one after a broken line, adds nothing new. */
  fresh = $state.raw<LogItem[]>([]);
  /** How often the last frame, or one before it, has taken moves back. */
  undone = $state(0);
  here = $state.raw<boolean[]>([]);
  line = $state<Line>("connecting");
  code = $state(0);
  staged = $state.raw<Legal | null>(null);
  pending = $state.raw<Pending | null>(null);
  /** What was not done, and why. */
  told = $state.raw<Refused | null>(null);
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);
  /** Whether a coach asks for hints, and says itself that they are thought about. */
  coached = $state(false);
  /** The action at which the only move there was played itself: what the log says of it bears that number. */
  #forced = $state(-1);
  /** What holds the table now; others may wait behind it. */
  moment = $state.raw<Held | null>(null);
  #waiting: Held[] = [];
  /** The table as a lesson left it, where a new round has begun since. */
  kept = $state.raw<ShownView | null>(null);
  #step: ReturnType<typeof setTimeout> | undefined;
  #anew = true;
  #hinting = "";
  readonly #connection: Connection;

  constructor(
    readonly table: string,
    readonly seat: number | null,
    readonly secret: string | null,
  ) {
    this.#connection = new Connection(host.wire, table, secret, {
      message: (message) => this.#hear(message),
      line: (line, code) => {
        this.line = line;
        this.code = code;
      },
    });
  }

  /** What may be done now: nothing while an answer is on its way. */
  get legal(): Legal[] {
    return this.pending || this.moment ? NOTHING : (this.frame?.legal ?? NOTHING);
  }

  /** What lies ready: picked and not yet sent, sent and not yet answered, or chosen while others still choose. */
  get picked(): Legal | null {
    return this.staged ?? this.pending?.action ?? this.frame?.chosen ?? null;
  }

  /** The log as far as it has been told: while a moment holds the table, nothing of what comes after it. */
  get heard(): LogItem[] {
    const at = this.moment ? this.log.indexOf(this.moment.events[this.moment.told - 1]!) : -1;
    return at < 0 ? this.log : this.log.slice(0, at + 1);
  }

  /** All of a round's end has been told: it is looked at until who looks at it wants to go on, or for a while. */
  get looksBack(): boolean {
    return this.moment?.ends === true && this.moment.told === this.moment.events.length;
  }

  /** Whether this seat still owes a decision. */
  get owes(): boolean {
    return this.frame?.status === "playing" && this.frame.legal.length > 0 && this.frame.chosen === null;
  }

  /** The only move there is will play itself, or has: that is said. */
  playsItself(): void {
    this.#forced = plyOf(this.log) + 1;
  }

  /** Whether the move that is asked for now plays itself. */
  get forcing(): boolean {
    return this.owes && this.#forced === plyOf(this.log) + 1;
  }

  /** Whether the last move did. */
  get forced(): boolean {
    return this.#forced > 0 && this.#forced === plyOf(this.log);
  }

  act(action: Legal): void {
    this.staged = null;
    this.#ask({ type: "act", turn: this.frame!.turn, action: action.id }, action);
  }

  /** Reach for something that is not allowed: the table says which rule forbids it. */
  try(text: string): void {
    const allowed = this.legal.find((action) => action.text === text);
    if (allowed) this.staged = allowed;
    else if (this.frame && !this.pending) this.#ask({ type: "act", turn: this.frame.turn, action: text });
  }

  undo(): void {
    this.staged = null;
    this.#ask({ type: "undo", turn: this.frame!.turn });
  }

  confirm(): void {
    this.#ask({ type: "confirm", turn: this.frame!.turn });
  }

  askHint(): void {
    this.thinking = true;
    this.hint = null;
    this.#hinting = this.#connection.send({ type: "hint", turn: this.frame!.turn });
  }

  say(what: string): void {
    this.#connection.send({ type: "say", what });
  }

  /** How fast bots play, among themselves or against one who practises; 0 is a pause. */
  setPace(pace: number): void {
    this.#connection.send({ type: "pace", pace });
  }

  hurry(): void {
    this.#connection.hurry();
  }

  close(): void {
    clearTimeout(this.#step);
    this.#connection.close();
  }

  /** Enough of this moment: the next one, or the table as it now is. The bots need not wait for me any longer. */
  goOn(): void {
    clearTimeout(this.#step);
    this.moment = this.#waiting.shift() ?? null;
    if (this.moment) this.#tell();
    else if (this.frame?.status === "playing") this.#connection.send({ type: "ready" });
  }

  /** None of the moments that still wait is to be looked at. */
  skip(): void {
    clearTimeout(this.#step);
    this.#waiting = [];
    this.moment = null;
  }

  /** The moments that a frame brought: each with what happened up to it. */
  #hold(frame: TableFrame, from: number, last: ShownView): void {
    let begin = from;
    let before = last;
    const fresh = frame.stills.filter(({ at }) => at >= from);
    // What a lesson says at its end is of the round that is over: the next one is not laid over it.
    const end = frame.lesson && frame.lesson.state !== "open" ? fresh.at(-1)?.view : undefined;
    this.kept = end && end.round !== frame.view?.round ? end : null;
    if (instant()) return;
    for (const still of fresh) {
      const { at, view } = still;
      // The game's end has a scene of its own; where nothing else held the table, its last move is looked at before it.
      if (this.log[at]?.event === "ended" && fresh.length > 1) continue;
      const views = stood(still, begin, before);
      const ends = still === fresh.at(-1) && (frame.status === "over" || view.round !== frame.view?.round);
      this.#waiting.push({ view: views[0]!, views, events: this.log.slice(begin, at + 1), told: 0, ends });
      begin = at + 1;
      before = view;
    }
    if (!this.moment && this.#waiting.length > 0) {
      this.moment = this.#waiting.shift()!;
      this.#tell();
    }
  }

  /** One step further; who wants no motion is told all at once. */
  #tell(): void {
    const moment = this.moment!;
    const told = still() ? moment.events.length : moment.told + 1;
    this.moment = { ...moment, told, view: moment.views[told - 1]! };
    const look = moment.ends ? LOOK_BACK : LOOK;
    const wait =
      told < moment.events.length ? lasting(stepOf(moment.events[told - 1]!)) : still() ? look * 2 : lasting(look);
    this.#step = setTimeout(() => (told < moment.events.length ? this.#tell() : this.goOn()), wait);
  }

  #ask(request: Request, action: Legal | null = null): void {
    this.told = null;
    this.pending = { id: this.#connection.send(request), action, seq: this.frame?.seq ?? 0, done: false };
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.welcome = message;
        this.#anew = true;
        break;
      case "table":
        this.#show(message);
        break;
      case "presence":
        this.here = message.here;
        break;
      case "ack":
        if (message.id === this.pending?.id) this.pending = { ...this.pending, done: true };
        this.#settle();
        break;
      case "refused":
        this.#refused(message);
        break;
      case "hint":
        this.thinking = false;
        this.hint = message;
        break;
      case "error":
        this.told = message;
        break;
    }
  }

  #show(frame: TableFrame): void {
    // After a broken line the log comes whole, and only its end is news.
    const known = this.#anew ? Math.max(this.log.length, frame.log.from) : frame.log.from;
    if (!this.#anew && frame.log.from < this.log.length) this.undone += 1;
    this.#anew = false;
    this.log = mergeLog(this.log, frame.log);
    const first = this.frame === null;
    const before = this.frame?.view ?? frame.view!;
    this.fresh = first ? [] : this.log.slice(known);
    const moved = frame.turn !== this.frame?.turn;
    // The same question once more, since somebody has spoken or left: what was picked for an answer is not let go of.
    const again = this.frame !== null && !moved && alike(this.frame.legal, frame.legal);
    this.frame = again ? { ...frame, legal: this.frame!.legal } : frame;
    // Who sits down or leaves may change whether there are hints.
    if (this.welcome && this.welcome.hints !== frame.hints) this.welcome = { ...this.welcome, hints: frame.hints };
    if (moved || !frame.legal.some((action) => action.id === this.staged?.id)) this.staged = null;
    // What was thought of, or refused, was so of the table before.
    if (moved) {
      this.hint = null;
      this.told = null;
    }
    this.#settle();
    if (!first && this.fresh.length > 0) this.#hold(frame, known, before);
  }

  /** A request is over when it was answered and the frame that shows it is here. */
  #settle(): void {
    if (this.pending?.done && (this.frame?.seq ?? 0) > this.pending.seq) this.pending = null;
  }

  #refused(message: RefusedAnswer): void {
    this.thinking = false;
    this.#show(message.table);
    if (message.id === this.pending?.id) this.pending = null;
    if (this.coached && message.id === this.#hinting) this.#askAgain(message);
    else this.told = message;
  }

  /** Who plays has asked for nothing: when there is a crowd their coach asks again by itself. */
  #askAgain({ values }: RefusedAnswer): void {
    const turn = this.frame!.turn;
    this.thinking = true;
    setTimeout(
      () => {
        if (this.coached && this.frame!.turn === turn && this.frame!.can.includes("hint")) this.askHint();
        else this.thinking = false;
      },
      1000 * Number(values.seconds ?? AGAIN),
    );
  }
}
