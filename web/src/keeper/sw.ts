/// <reference lib="webworker" />
/**
 * The keeper, a service worker: it keeps the page's files in this browser, so that the page opens without a network, and
 * fetches a new version beside the old one, which stays until somebody says so or the last of its tabs is closed.
 *
 * What there is to keep is written before this text when the page is put together (kobako/server/keeper.py): the hash
 * of each file, by its path. Files are kept under path and hash, so a new version fetches only what has changed, and
 * nothing is kept that is not what was announced. Answers of a server are no files: /api and /ws are never kept.
 *
 * A version in which a game has other rules is not let in while somebody plays that game, for it could not go on; once it is
 * in, it takes over at once, so that no game is begun by rules that are about to go.
 */

import { changed, playedBy, type Rules, rulesIn } from "./games";

interface Kept {
  /** The hash of each file, by its path beside this one. */
  files: Record<string, string>;
  /** Whether the page needs nobody: else its server is asked first, and knows best. */
  here: boolean;
}

const worker = self as unknown as ServiceWorkerGlobalScope & { KOBAKO: Kept };
const { files, here } = worker.KOBAKO;
const scope = new URL(worker.registration.scope);
const STORE = `kobako ${scope.pathname}`;
const AT_ONCE = 4;
const GZIP = 0x1f8b;
const SHELF = "engine/api/games.json"; // the games, with the versions of their rules
const GIVEN_UP = new URL("?given-up", scope); // is kept when the player would rather have the new version than go on
const TOLD = ["content-type", "content-security-policy"];
// Of a server's places, those that are no page of ours.
const OTHERS = /^(api|page|games|faces|metrics|healthz|readyz)(\/|$)/;

/**
 * A script, which has its hash in its name, is kept as it came and as it is asked for: only then does a browser keep beside
 * it what it has compiled of it.
 */
const asItCame = (path: string) => /^assets\/.*\.js$/.test(path);
const keyOf = (path: string) => new URL(asItCame(path) ? path : `${path}?kept=${files[path]}`, scope).href;

/** What a file says: what is packed (`.gz`) is kept unpacked, so that no visit has to. Some hosts unpack it by themselves. */
async function contentOf(path: string, answer: Response): Promise<ArrayBuffer> {
  const body = await answer.arrayBuffer();
  if (!path.endsWith(".gz") || new DataView(body).getUint16(0) !== GZIP) return body;
  return new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function hashOf(content: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A file as it was announced. What the browser has from before will do, if it is that; else it is asked for anew. */
async function fetched(path: string): Promise<Response> {
  for (const cache of ["default", "reload"] as const) {
    const answer = await fetch(new URL(path, scope), { cache });
    const content = await contentOf(path, answer.clone());
    if (!answer.ok || (await hashOf(content)) !== files[path]) continue;
    if (asItCame(path) && answer.headers.get("vary") !== "*") return answer;
    const headers = new Headers();
    for (const [name, value] of answer.headers) if (TOLD.includes(name)) headers.set(name, value);
    return new Response(content, { headers });
  }
  throw new Error(`${path} is not the file that was announced: the page is being changed, or damaged`);
}

async function keepAll(): Promise<void> {
  const store = await caches.open(STORE);
  const wanted = Object.keys(files);
  const keepSome = async () => {
    for (let path = wanted.shift(); path !== undefined; path = wanted.shift())
      if (!(await store.match(keyOf(path), { ignoreVary: true }))) await store.put(keyOf(path), await fetched(path));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepSome));
}

/** The rules in force that are others in this version, where a page plays by its own. */
async function rulesToGo(): Promise<Rules> {
  const store = await caches.open(STORE);
  const before = here ? await store.match(new URL(SHELF, scope), { ignoreSearch: true, ignoreVary: true }) : undefined;
  return before ? changed(await rulesIn(before), await rulesIn(await fetched(SHELF))) : {};
}

/** Nobody plays by these rules, or they have given it up; else whoever looks at a page is told, and there is an end of it. */
async function nobodyPlaysBy(rules: Rules): Promise<void> {
  const store = await caches.open(STORE);
  const held = (await store.match(GIVEN_UP)) ? [] : await playedBy(rules, scope.pathname).catch(() => []);
  if (held.length === 0) return;
  const pages = await worker.clients.matchAll({ includeUncontrolled: true });
  for (const page of pages) if (page.url.startsWith(scope.href)) page.postMessage({ held });
  throw new Error(`${held} is played by rules that this version does not have: it is tried again later`);
}

async function install(): Promise<void> {
  const going = await rulesToGo();
  await nobodyPlaysBy(going);
  await keepAll();
  await nobodyPlaysBy(going);
  if (Object.keys(going).length > 0) worker.skipWaiting();
}

async function forgetOld(): Promise<void> {
  const store = await caches.open(STORE);
  const wanted = new Set(Object.keys(files).map(keyOf));
  for (const { url } of await store.keys()) if (!wanted.has(url)) await store.delete(url);
}

/** A file that is kept; one that the browser has thrown away is fetched as ever. */
async function kept(path: string): Promise<Response> {
  const store = await caches.open(STORE);
  return (await store.match(keyOf(path), { ignoreVary: true })) ?? fetch(new URL(path, scope));
}

/** The page at any of a server's places: the server's own, or the kept one, which says that nobody answers. */
async function servedPage(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // No network, or no server.
  }
  const page = await kept("index.html");
  const html = (await page.text()).replace("<head>", `<head><base href="${scope.pathname}" />`);
  return new Response(html, { headers: page.headers });
}

worker.addEventListener("install", (event) => event.waitUntil(install()));

worker.addEventListener("activate", (event) => event.waitUntil(forgetOld().then(() => worker.clients.claim())));

worker.addEventListener("message", ({ data }) => {
  if (data === "take over") worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = decodeURIComponent(url.pathname.slice(scope.pathname.length));
  const page = request.mode === "navigate";
  if (page && !here && !OTHERS.test(path)) event.respondWith(servedPage(request));
  else if (page && here && path === "") event.respondWith(kept("index.html"));
  else if (files[path]) event.respondWith(kept(path));
});
