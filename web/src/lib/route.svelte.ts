/** Where we are: the page's place, changed without loading the page anew. */

import { link, placeAt } from "./address";

class Route {
  path = $state("/");
  search = $state("");

  constructor() {
    this.#look();
    addEventListener("popstate", () => this.#look());
    // A link to a place of ours is followed here; one that is opened elsewhere (new tab, download) is the browser's.
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const pressed = event.target instanceof Element ? event.target.closest("a") : null;
      if (!pressed || pressed.target || pressed.rel === "external" || pressed.hasAttribute("download")) return;
      const part = /^#([^/].*)/.exec(pressed.getAttribute("href") ?? "")?.[1];
      const place = part ? null : placeAt(pressed);
      if (!part && !place) return;
      event.preventDefault();
      if (part) goInto(part);
      else this.go(place!.join(""));
    });
  }

  go(to: string): void {
    history.pushState(null, "", link(to));
    this.#look();
    scrollTo(0, 0);
  }

  /** Change what stands in the address, and nothing else. */
  note(to: string): void {
    history.replaceState(null, "", link(to));
  }

  #look(): void {
    [this.path, this.search] = placeAt(location) ?? ["", ""];
  }
}

/** To a part of this page, by its id. The browser would take its name for a place: what follows # may be one. */
function goInto(id: string): void {
  const part = document.getElementById(id);
  if (!part) return;
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus();
}

export const route = new Route();

export interface Place {
  page: "home" | "new" | "table" | "replay" | "rules" | "learn" | "study" | "about" | "nowhere";
  name: string;
}

const PLACES: [RegExp, Place["page"]][] = [
  [/^\/$/, "home"],
  [/^\/new\/([\w-]+)$/, "new"],
  [/^\/t\/(\w+)$/, "table"],
  [/^\/replay(?:\/(\w+))?$/, "replay"],
  [/^\/rules\/([\w-]+)$/, "rules"],
  [/^\/learn\/([\w-]+)$/, "learn"],
  [/^\/study\/([\w-]+)$/, "study"],
  [/^\/about$/, "about"],
];

/** The page that a path names. */
export function placeOf(path: string): Place {
  for (const [form, page] of PLACES) {
    const match = form.exec(path);
    if (match) return { page, name: match[1] ?? "" };
  }
  return { page: "nowhere", name: "" };
}
