/**
 * The page as an app: kept in this browser by its keeper (keeper/sw.ts), put on the home screen, made new in its own
 * time. Where a browser has no such things, in a private window perhaps, nothing is missed but them.
 */

import { beside, here, homePath } from "./address";
import { isPutOff, putOff } from "./storage";

/** What Chromium says when the page could be put on the home screen; it is asked for it by a press. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const HOUR = 3_600_000;
/** A server's page keeps its twin, which needs no server, once the player has had so long for the table itself. */
const SETTLED = 8000;

class App {
  /** Whether the page opens without a network. */
  kept = $state(false);
  /** A new version lies ready. */
  fresh = $state(false);
  /** Games in progress that a new version waits for: it has other rules, and they could not go on in it. */
  held = $state.raw<string[]>([]);
  /** Whether the page that needs no server is kept as well. */
  spare = $state(false);
  offer = $state.raw<Offer | null>(null);
  #registration: ServiceWorkerRegistration | null = null;

  constructor() {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.offer = event as Offer;
    });
    addEventListener("appinstalled", () => {
      this.offer = null;
    });
  }

  /** Keep the page. Called when it has all that it needs now, for what is fetched here is for another day. */
  async keep(): Promise<void> {
    const keepers = import.meta.env.PROD ? navigator.serviceWorker : undefined;
    if (!keepers || this.#registration) return;
    const look = () => document.hidden || this.#registration?.update().catch(() => undefined);
    try {
      // On a first visit the first keeper takes over what it has kept. Any other is another version, here or from another
      // tab: what this one would still load is gone. Games are kept.
      let first = !(await keepers.getRegistration())?.active;
      keepers.addEventListener("controllerchange", () => {
        if (!first) location.reload();
        first = false;
      });
      keepers.addEventListener("message", ({ data }) => {
        if (!isPutOff()) this.held = (data as { held: string[] }).held;
      });
      const known = !first;
      this.#registration = await keepers.register(beside("sw.js"), { updateViaCache: "none" });
      this.#watch(this.#registration);
      if (known) look(); // what the browser has found by itself may have been told before anyone listened
    } catch {
      return; // not allowed here
    }
    setInterval(look, HOUR);
    document.addEventListener("visibilitychange", look);
  }

  /** Asked when the server is gone: is there a page that can do without it? */
  async lookForSpare(): Promise<void> {
    const spare = here() ? undefined : await navigator.serviceWorker?.getRegistration(beside("page/"));
    this.spare = spare?.active != null && spare.scope === beside("page/");
  }

  /** The new version, now; games that it waits for are given up. */
  async renew(): Promise<void> {
    if (this.held.length === 0) return this.#registration?.waiting?.postMessage("take over");
    this.held = [];
    const kept = await caches.open(`kobako ${homePath()}`);
    await kept.put(beside("?given-up"), new Response());
    await this.#registration?.update().catch(() => undefined); // without a network: when it is next looked for
  }

  /** Not now, and not again before this tab is closed: by then it has come by itself, or is worth another word. */
  later(): void {
    putOff();
    this.fresh = false;
    this.held = [];
  }

  async install(): Promise<void> {
    const offer = this.offer;
    this.offer = null;
    await offer?.prompt();
  }

  /** Keep the page that needs no server, so that it is there when the server is not. */
  keepSpare(): void {
    const line = (navigator as { connection?: { saveData?: boolean } }).connection;
    if (here() || !import.meta.env.PROD || !navigator.serviceWorker || line?.saveData) return;
    setTimeout(async () => {
      try {
        const spare = await navigator.serviceWorker.register(beside("page/sw.js"), { updateViaCache: "none" });
        if (spare.active) await spare.update();
      } catch {
        // The server hands out no such page, or is gone already.
      }
    }, SETTLED);
  }

  #watch(registration: ServiceWorkerRegistration): void {
    const look = () => {
      this.kept = registration.active !== null;
      this.fresh = registration.active !== null && registration.waiting !== null && !isPutOff();
    };
    const follow = () => registration.installing?.addEventListener("statechange", look);
    registration.addEventListener("updatefound", follow);
    follow();
    look();
  }
}

/** Where the page that needs no server is, at one of its places. */
export const sparePage = (place: string): string => beside(`page/#${place}`);

export const app = new App();
