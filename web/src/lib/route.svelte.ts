/** Where we are: the page's path, changed without loading the page anew. */

class Route {
  path = $state(location.pathname);
  search = $state(location.search);

  constructor() {
    addEventListener("popstate", () => this.#look());
    // A link to a page of ours is followed here; one that is opened elsewhere (new tab, download) is the browser's.
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
      if (link.pathname === location.pathname && link.hash) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.#look();
    scrollTo(0, 0);
  }

  /** Change what stands in the address, and nothing else. */
  note(to: string): void {
    history.replaceState(null, "", to);
  }

  #look(): void {
    this.path = location.pathname;
    this.search = location.search;
  }
}

export const route = new Route();

export interface Place {
  page: "home" | "new" | "table" | "replay" | "rules" | "learn" | "about" | "nowhere";
  name: string;
}

const PLACES: [RegExp, Place["page"]][] = [
  [/^\/$/, "home"],
  [/^\/new\/([\w-]+)$/, "new"],
  [/^\/t\/(\w+)$/, "table"],
  [/^\/replay(?:\/(\w+))?$/, "replay"],
  [/^\/rules\/([\w-]+)$/, "rules"],
  [/^\/learn\/([\w-]+)$/, "learn"],
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
