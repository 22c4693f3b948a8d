/**
 * The prompter reads from what is written down, while Python is still on its way: the table that was wished for, its
 * deal, and the answers to the person's first decisions. It knows no rule and no game. As ever, what it acknowledges is
 * kept before. When Python is there it loads the table as it was kept, and greets whoever waits on a line anew; what the
 * prompter had no answer to is then asked again (lib/connection.ts), as after any broken line.
 */

import { newId } from "../lib/connection";
import type { LogItem, ServerMessage, TableFrame, TableMade, TableWish } from "../lib/protocol";
import type { Job, Keeper } from "./keeping";
import type { Answered, Opening, Openings } from "./openings";

/** A table that is played from its opening. */
interface Prompted {
  name: string;
  opening: Opening;
  frame: TableFrame;
  log: LogItem[];
  /** Whether the table itself is kept. */
  kept: Promise<boolean>;
  next: Record<string, Answered>;
}

interface Line {
  at: Prompted;
  /** Messages sent. */
  sent: number;
}

const seconds = () => Date.now() / 1000;

export class Prompter {
  readonly #tables = new Map<string, Prompted>();
  readonly #lines = new Map<number, Line>();
  #keeping: Promise<unknown> = Promise.resolve();
  #gone = false;

  constructor(
    private readonly keeper: Keeper,
    private readonly openings: Openings,
    private readonly say: (line: number, text: string) => void,
  ) {}

  /** A table as it was wished for, if it lies ready. */
  async make(wish: TableWish): Promise<TableMade | null> {
    const opening = await this.openings.take(wish);
    if (!opening || this.#gone) return null;
    const name = `t${newId()}`;
    const at = seconds();
    const row = { ...opening.row, id: name, made: at, updated: at };
    const entries = opening.entries.map((entry) => ({ ...entry, at }));
    const kept = this.#keep({ table: name, row, entries, soon: true });
    const frame = { ...opening.frame, seats: opening.seats };
    this.#tables.set(name, { name, opening, frame, kept, log: frame.log.items, next: opening.next });
    return { table: name, seats: opening.given, host: null };
  }

  /** A message on a line; false: it is for Python, when it comes. A hello is for both. */
  hear(number: number, text: string): boolean {
    if (this.#gone) return false;
    const said = JSON.parse(text) as {
      type: string;
      id: string;
      table?: string;
      secret?: string;
      turn?: number;
      action?: number;
    };
    const table = this.#tables.get(said.table ?? "");
    if (said.type === "hello" && table?.opening.given[0]?.secret === said.secret) this.#greet(number, table!);
    const line = this.#lines.get(number);
    if (!line || said.type === "hello") return false;
    const next = line.at.next[said.action ?? ""];
    if (said.type === "ping") this.#tell(number, { type: "pong", id: said.id });
    else if (said.type === "act" && next && said.turn === line.at.frame.turn) {
      this.#act(number, line.at, said.id, next);
    }
    return true;
  }

  hangUp(number: number): void {
    this.#lines.delete(number);
  }

  /** Python is there: from now on nothing is answered here, and all that was acknowledged is kept. */
  async leave(): Promise<void> {
    this.#gone = true;
    await this.#keeping;
  }

  #greet(number: number, at: Prompted): void {
    this.#lines.set(number, { at, sent: 0 });
    this.#tell(number, { ...at.opening.welcome, table: at.name });
    this.#tell(number, { ...at.frame, log: { from: 0, items: at.log }, time: seconds() });
    this.#tell(number, { type: "presence", here: at.opening.here });
  }

  async #act(number: number, at: Prompted, id: string, { entry, frame, next }: Answered): Promise<void> {
    at.next = {}; // one at a time
    const job = { table: at.name, entries: [{ ...entry, at: seconds(), data: { ...entry.data, id } }] };
    const kept = [at.kept, this.#keep(job)];
    if (!(await Promise.all(kept)).every(Boolean)) return;
    at.frame = { ...at.frame, ...this.#timed(frame) };
    at.log = [...at.log.slice(0, frame.log.from), ...frame.log.items];
    at.next = next;
    this.#tell(number, { type: "ack", id, turn: at.frame.turn });
    this.#tell(number, at.frame);
  }

  /** Keep something, after all that was to be kept before. */
  #keep(job: Job): Promise<boolean> {
    const kept = this.keeper.keep(job).catch(() => false);
    this.#keeping = Promise.all([this.#keeping, kept]);
    return kept;
  }

  /** What a frame says of time counts from when it is shown. */
  #timed<Shown extends Partial<TableFrame>>(frame: Shown): Shown {
    const now = seconds();
    return { ...frame, time: now, ...(frame.rest_until == null ? {} : { rest_until: now + frame.rest_until }) };
  }

  #tell(number: number, message: ServerMessage): void {
    const line = this.#lines.get(number);
    if (line) this.say(number, JSON.stringify({ n: ++line.sent, ...message }));
  }
}
