/**
 * The page as its own host. What is always the same lies beside it, written down; everything else is answered by the house
 * in the table's worker, which is fetched and started while the first screens are looked at.
 */

import { beside, here, homePath } from "../lib/address";
import type { Answer, Host, Wire } from "../lib/host";
import type { TableWish } from "../lib/protocol";
import { Keeper } from "./keeping";
import { loading } from "./loading.svelte";
import { Openings } from "./openings";
import { Prompter } from "./prompter";
import type { FromTable, ToTable } from "./table.worker";
import TableWorker from "./table.worker?worker";

/** Where the answer to a request is written down, if it is one that is always the same. */
export function written(path: string): string | null {
  const [place = "", asked = ""] = path.split("?", 2);
  const lang = new URLSearchParams(asked).get("lang") ?? "en";
  if (/^(games|bots|words\/\w+|games\/[\w-]+\/study)$/.test(place)) return `engine/api/${place}.json`;
  const about = /^games\/[\w-]+\/(rules|lessons|positions)$/.exec(place)?.[1];
  return about ? `engine/api/${place}.${lang}.${about === "rules" ? "md" : "json"}` : null;
}

/** Milliseconds after which what is for the next visit is done. */
const SETTLED = 15_000;
const home = () => new URL(homePath(), location.href).href;
let worker: Worker | null = null;
/** Whether the house is open. What is said before waits here, so that Python sees nothing of a table that is prompted. */
let open = false;
const waiting: ToTable[] = [];
/** Those that are played on this visit. */
const games = new Set<string>();
let asked = 0;
let lines = 0;
const answers = new Map<number, { done: (answer: Answer) => void; failed: (wrong: Error) => void }>();
const wires = new Map<number, PageWire>();

const keeper = here() ? new Keeper(home()) : null;
const openings = here() ? new Openings(home()) : null;
const prompter = keeper && openings && new Prompter(keeper, openings, (line, text) => hear({ line, text }));

function say(message: ToTable): void {
  const house = worker ?? start();
  if (open) house.postMessage(message);
  else waiting.push(message);
}

/** Fetch and start the house; to begin early is no harm. */
export function start(): Worker {
  if (worker) return worker;
  worker = new TableWorker();
  worker.onmessage = ({ data }: MessageEvent<FromTable>) => hear(data);
  worker.onerror = ({ message }) => fail(message);
  const { rest, botDelay } = document.querySelector<HTMLMetaElement>('meta[name="kobako-host"]')?.dataset ?? {};
  worker.postMessage({ home: home(), rest, botDelay } satisfies ToTable);
  for (const game of games) worker.postMessage({ learn: game } satisfies ToTable);
  return worker;
}

/** A game is about to be played: what bots need for it comes with its table, and not when they are first to move. */
export function learn(game: string): void {
  if (here() && !games.has(game)) worker?.postMessage({ learn: game } satisfies ToTable);
  games.add(game);
}

function hear(said: FromTable): void {
  if ("answer" in said) {
    answers.get(said.answer)?.done(JSON.parse(said.text) as Answer);
    answers.delete(said.answer);
  } else if ("line" in said) {
    if ("text" in said) wires.get(said.line)?.onmessage?.({ data: said.text });
    else wires.get(said.line)?.shut(said.shut);
  } else if ("loaded" in said) loading.heard(said.loaded);
  else if ("thinks" in said) loading.thinks = said.thinks;
  else if ("ready" in said) {
    loading.ready();
    takeOver();
    prepareSoon(!said.pictured);
  } else fail(said.failed);
}

/** Python answers, from where the prompter leaves off. */
async function takeOver(): Promise<void> {
  await prompter?.leave();
  open = true;
  for (const message of waiting.splice(0)) say(message);
}

/** What is likely to be wished for on the next visit, as it is asked for. */
let likely: () => TableWish[] = () => [];
export function foresee(wishes: () => TableWish[]): void {
  likely = wishes;
}

/** For the next visit, once the player has settled; another worker does it, so that nobody waits for it. */
function prepareSoon(anyway = false): void {
  setTimeout(async () => {
    const wishes = (await openings?.wanted(likely()).catch(() => [])) ?? [];
    if (anyway || wishes.length > 0) new TableWorker().postMessage({ prepare: home(), wishes } satisfies ToTable);
  }, SETTLED);
}

/** A new table: from what lies ready, if Python is not there yet. */
async function prompted(wish: TableWish): Promise<Answer | null> {
  const made = open ? null : await prompter?.make(wish);
  if (open) prepareSoon();
  return made ? { status: 201, json: true, text: JSON.stringify(made) } : null;
}

function fail(why: string): void {
  loading.fail(why);
  for (const { failed } of answers.values()) failed(new Error(why));
  answers.clear();
  for (const wire of [...wires.values()]) wire.shut(1011);
  waiting.length = 0;
  worker?.terminate();
  worker = null;
}

class PageWire implements Wire {
  onopen: Wire["onopen"] = null;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  onerror: Wire["onerror"] = null;
  readonly #number = ++lines;

  constructor() {
    wires.set(this.#number, this);
    say({ open: this.#number });
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    if (wires.has(this.#number) && !prompter?.hear(this.#number, text)) say({ line: this.#number, text });
  }

  close(): void {
    prompter?.hangUp(this.#number);
    if (wires.delete(this.#number)) say({ line: this.#number, text: null });
  }

  shut(code: number): void {
    wires.delete(this.#number);
    this.onclose?.({ code });
  }
}

// Who comes back to a table, or to a replay, needs Python at once; who comes to the shelf, the shelf.
if (here() && /^#\/(t|replay)\//.test(location.hash)) start();

export const box: Host = {
  async ask(method, path, body, secret) {
    const file = method === "GET" ? written(path) : null;
    if (file) {
      const found = await fetch(beside(file));
      return { status: found.status, json: file.endsWith("json"), text: await found.text() };
    }
    const removed = method === "DELETE" ? /^tables\/([^/]+)$/.exec(path)?.[1] : undefined;
    if (removed) {
      await keeper?.remove(decodeURIComponent(removed));
      return { status: 200, json: true, text: "null" };
    }
    const ready = method === "POST" && path === "tables" ? await prompted(body as TableWish) : null;
    if (ready) return ready;
    return new Promise((done, failed) => {
      asked += 1;
      answers.set(asked, { done, failed });
      const text = body === undefined ? null : JSON.stringify(body);
      say({ ask: asked, method, path, body: text, secret: secret ? `Bearer ${secret}` : null });
    });
  },
  wire: () => new PageWire(),
};
