/**
 * The line to a table: one WebSocket, or what stands for it, for one viewer. It heals by itself, and what was not answered is sent again with its
 * old id, so that no move is lost and none is played twice (docs/protocol.md).
 */

import type { Wire } from "./host";
import type { ServerMessage } from "./protocol";

export type Request =
  | { type: "act"; turn: number; action: number | string; hold?: boolean }
  | { type: "undo" | "confirm" | "hint"; turn: number }
  | { type: "say"; what: string }
  | { type: "pace"; pace: number }
  | { type: "resync" | "ready" };

/** `trying`: the line is broken and is being mended. `ended`: it will not be, and `code` of the close says why. */
export type Line = "connecting" | "open" | "trying" | "ended";

export interface Listener {
  message(message: ServerMessage): void;
  line(line: Line, code: number): void;
}

/** Times in milliseconds. A line that has gone dead without a word is noticed within `quiet` + `patience`. */
export const TIMES = { beat: 1000, quiet: 4000, patience: 5000, greeting: 8000, first: 300, most: 8000 };

const FATAL = [4400, 4401, 4403, 4404, 4409, 1009];
const ANSWERS = ["ack", "refused", "hint"];

export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  #socket: Wire | null = null;
  #greeted = false;
  #closed = false;
  #failures = 0;
  #heard = 0;
  #pinged: number | null = null;
  #opened = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval>;
  readonly #unanswered = new Map<string, string>();

  constructor(
    private readonly open: () => Wire,
    private readonly table: string,
    private readonly secret: string | null,
    private readonly listener: Listener,
  ) {
    this.#beat = setInterval(() => this.#listen(), TIMES.beat);
    this.#connect();
  }

  /** Send a request, now or when the line is there again. It is kept until it is answered, under the id given back. */
  send(request: Request): string {
    const id = newId();
    const text = JSON.stringify({ ...request, id });
    this.#unanswered.set(id, text);
    if (this.#greeted) this.#socket?.send(text);
    return id;
  }

  /** The network may be back, or the page is looked at again: try at once. */
  hurry(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    this.#drop();
  }

  #connect(): void {
    const socket = this.open();
    this.#socket = socket;
    this.#opened = Date.now();
    socket.onopen = () => {
      const hello = { type: "hello", protocol: 1, table: this.table, ...(this.secret ? { secret: this.secret } : {}) };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.#lost(event.code);
    // What went wrong is told by the close that follows.
    socket.onerror = () => undefined;
  }

  #hear(message: ServerMessage): void {
    this.#heard = Date.now();
    this.#pinged = null;
    if (message.type === "welcome") this.#welcomed();
    if ("id" in message && ANSWERS.includes(message.type)) this.#unanswered.delete(message.id);
    this.listener.message(message);
  }

  #welcomed(): void {
    this.#greeted = true;
    this.#failures = 0;
    this.listener.line("open", 0);
    for (const text of this.#unanswered.values()) this.#socket?.send(text);
  }

  /** Every second: is anybody there? A black hole closes no socket, so silence is asked about, then not believed. */
  #listen(): void {
    const now = Date.now();
    if (!this.#socket) return;
    if (!this.#greeted) {
      if (now - this.#opened > TIMES.greeting) this.#lost(0);
    } else if (this.#pinged !== null) {
      if (now - this.#pinged > TIMES.patience) this.#lost(0);
    } else if (now - this.#heard > TIMES.quiet) {
      this.#pinged = now;
      this.#socket.send(JSON.stringify({ type: "ping", id: newId() }));
    }
  }

  #lost(code: number): void {
    this.#drop();
    if (this.#closed) return;
    if (FATAL.includes(code)) {
      this.close();
      this.listener.line("ended", code);
      return;
    }
    this.listener.line("trying", code);
    const wait = code === 4429 ? TIMES.most : Math.min(TIMES.most, TIMES.first * 2 ** this.#failures);
    this.#failures += 1;
    // Half of it by chance, so that a whole room does not come back in the same instant.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    this.#pinged = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
