/**
 * The table's worker: Python, with the very house that a server has, answers the page here. What it needs of a browser
 * (a place to keep things, thinkers, lines to the page) it is given as `outside`: src/kobako/offline/outside.py.
 */

import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { Keeper } from "./keeping";
import { Openings } from "./openings";
import { keep, kept } from "./picture";
import ThinkerWorker from "./thinker.worker?worker";
import { CANCELLED, Thinkers } from "./thinkers";
import { unpacked } from "./unpack";

/** Where the page lies; and, if its head says so, how long a table rests and how long a bot waits, in seconds. */
export interface Beginning {
  home: string;
  rest: string | undefined;
  botDelay: string | undefined;
}

export type ToTable =
  | Beginning
  | { prepare: string; wishes: string[] }
  | { learn: string }
  | { ask: number; method: string; path: string; body: string | null; secret: string | null }
  | { open: number }
  | { line: number; text: string | null };

export type FromTable =
  | { loaded: number }
  | { ready: true; pictured: boolean }
  | { failed: string }
  | { thinks: boolean }
  | { answer: number; text: string }
  | { line: number; text: string }
  | { line: number; shut: number };

interface House {
  house: { wake(table: string): void };
  ask(method: string, path: string, body: string | null, secret: string | null): Promise<string>;
  open(line: number): void;
  hear(line: number, text: string | null): void;
}

const say = (message: FromTable) => self.postMessage(message);
const FILES = { "pyodide.asm.wasm": "application/wasm", "python.zip": "application/zip" };
// Nothing is installed from anywhere: this stands for the list of what could be.
const NO_PACKAGES = JSON.stringify({
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", version: "0", python: "3.14" },
  packages: {},
});

/** Python fetches its parts by their own names: it is given what lies there compressed. */
function handOver(engine: URL): void {
  const usual = self.fetch.bind(self);
  let loaded = 0;
  self.fetch = (what, how) => {
    const name = Object.keys(FILES).find((file) => String(what) === new URL(file, engine).href);
    if (!name) return usual(what, how);
    return unpacked(`${what}.gz`, FILES[name as keyof typeof FILES], (bytes) => {
      loaded += bytes;
      say({ loaded });
    });
  };
}

const versionOf = async (engine: URL) => (await fetch(new URL("version.txt", engine))).text();

/** Python, laid out from its picture where there is one. */
async function python(engine: URL, how: { _loadSnapshot?: Promise<ArrayBuffer>; _makeSnapshot?: true }) {
  return loadPyodide({
    indexURL: engine.href,
    stdLibURL: new URL("python.zip", engine).href,
    lockFileContents: NO_PACKAGES,
    packageBaseUrl: engine.href,
    createPyodideModule,
    convertNullToNone: true,
    ...how,
  });
}

/** Begin; a picture that is no good after all is thrown away, and it is begun without. */
async function begin(engine: URL): Promise<[Awaited<ReturnType<typeof python>>, boolean]> {
  const picture = await kept(await versionOf(engine));
  try {
    if (picture) {
      performance.mark("picture here");
      const laid = await python(engine, { _loadSnapshot: picture.arrayBuffer() });
      performance.mark("python");
      laid.pyimport("kobako.offline.start").wake();
      return [laid, true];
    }
  } catch {
    await keep(null);
  }
  const begun = await python(engine, {});
  performance.mark("python");
  begun.pyimport("kobako.offline.start").settle();
  performance.mark("settled");
  return [begun, false];
}

/** An answer; the page is told whether there is one, for bots wait until there is. */
async function thought<T>(thinking: Promise<T>): Promise<T> {
  try {
    const found = await thinking;
    say({ thinks: true });
    return found;
  } catch (wrong) {
    if ((wrong as Error).message !== CANCELLED) say({ thinks: false });
    throw wrong;
  }
}

/** What Python is given of the browser. */
function outsideOf(keeper: Keeper, thinkers: Thinkers) {
  return {
    keep: (job: string) => keeper.keep(JSON.parse(job)),
    load: async (table: string, since: number) => JSON.stringify(await keeper.load(table, since)),
    lobby: async () => JSON.stringify(await keeper.lobby()),
    think: async (asked: string, number: number) => thought(thinkers.think(JSON.parse(asked), number)),
    cancel: (number: number) => thinkers.cancel(number),
    say: (line: number, text: string) => say({ line, text }),
    shut: (line: number, code: number) => say({ line, shut: code }),
  };
}

async function start({ home, rest, botDelay }: Beginning): Promise<House> {
  const engine = new URL("engine/", home);
  handOver(engine);
  const keeper = new Keeper(home);
  const outside = outsideOf(keeper, thinkersAt(home));
  const [begun, pictured] = await begin(engine);
  const opened = begun.pyimport("kobako.offline.browser").open_house(outside, rest ?? null, botDelay ?? null) as House;
  keeper.listen((table) => opened.house.wake(table));
  performance.mark("house open");
  say({ ready: true, pictured });
  return opened;
}

/** For the next visit: Python's picture, if there is none, and the next deals of what is likely to be played. */
async function prepare(home: string, wishes: string[]): Promise<void> {
  const engine = new URL("engine/", home);
  handOver(engine);
  const openings = new Openings(home);
  const version = await versionOf(engine);
  const picture = await kept(version);
  const begun = await python(engine, picture ? { _loadSnapshot: picture.arrayBuffer() } : { _makeSnapshot: true });
  if (!picture) {
    begun.runPython("from kobako.offline.start import pose; pose()");
    await keep({ version, memory: begun.makeMemorySnapshot() as Uint8Array<ArrayBuffer> }).catch(() => undefined);
  }
  const { lay } = begun.pyimport("kobako.offline.browser");
  const outside = outsideOf(new Keeper(home), thinkersAt(home));
  for (const wish of wishes) await openings.lay(wish, await lay(outside, wish));
}

const thinkersAt = (home: string) => (thinkers ??= new Thinkers(home, () => new ThinkerWorker()));

let thinkers: Thinkers | null = null;
let house: Promise<House> | null = null;

self.onmessage = async ({ data }: MessageEvent<ToTable>) => {
  if ("prepare" in data) {
    await prepare(data.prepare, data.wishes).catch(() => undefined);
    self.close();
  } else if ("home" in data) {
    house = start(data);
    house.catch((wrong) => say({ failed: String(wrong) }));
  } else if ("learn" in data) {
    thinkers?.learn(data.learn).catch(() => undefined); // it is fetched again when it is needed
  } else {
    const table = await house!;
    if ("ask" in data) {
      say({ answer: data.ask, text: await table.ask(data.method, data.path, data.body, data.secret) });
    } else if ("open" in data) table.open(data.open);
    else table.hear(data.line, data.text);
  }
};
