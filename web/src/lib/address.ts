/**
 * Addresses, wherever the page lies: at the root of a server, under a path of one, or in a folder on any host. Inside, a
 * place is a path (`/t/ab12?ply=3`); what stands in the address bar is a path on a server, which answers to each of
 * them, and what follows the # on a host that only hands out files.
 */

/** The folder that the page lies in. A server says so by a <base>; a page in a folder lies where it was opened. */
const home = () => new URL(".", document.baseURI);

/** What tells this page from others on the same host. */
export const homePath = () => home().pathname;

/** Whether nobody but this page answers: it was put into a folder, says so in its head, and plays by itself. */
export const here = () => Boolean(globalThis.document?.querySelector('meta[name="kobako-host"][content="here"]'));

/** Where a file or an answer of ours is: `/api/games` is beside the page, not at the root of its host. */
export function beside(path: string): string {
  return new URL(path.replace(/^\/+/, ""), home()).href;
}

/** The same for the one line that is no HTTP. */
export function besideLive(path: string): string {
  return beside(path).replace(/^http/, "ws");
}

/** What a link to a place says. */
export function link(place: string): string {
  return here() ? `#${place}` : homePath() + place.replace(/^\/+/, "");
}

/** The whole address of a place, to send to someone. */
export function shareable(place: string): string {
  return new URL(link(place), document.baseURI).href;
}

/** The place that an address names, its path and what was asked there; null if it is none of ours. */
export function placeAt(address: Pick<URL, "origin" | "pathname" | "search" | "hash">): [string, string] | null {
  const { origin, pathname } = home();
  if (address.origin !== origin || !address.pathname.startsWith(pathname)) return null;
  if (!here()) return [`/${address.pathname.slice(pathname.length)}`, address.search];
  if (address.pathname !== location.pathname) return null;
  const [path, asked] = address.hash.slice(1).split("?", 2);
  return [path || "/", asked ? `?${asked}` : ""];
}
