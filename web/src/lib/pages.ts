/** The pages that are fetched when they are first visited, or before, where somebody is likely to go there. */

import type { Component } from "svelte";
import type { Place } from "./route.svelte";

type Page = Component<{ name: string }>;

const pages = {
  new: () => import("../pages/New.svelte"),
  table: () => import("../pages/Table.svelte"),
  replay: () => import("../pages/Replay.svelte"),
  rules: () => import("../pages/RulesPage.svelte"),
  learn: () => import("../pages/Learn.svelte"),
  study: () => import("../pages/Study.svelte"),
  about: () => import("../pages/About.svelte"),
  nowhere: () => import("../pages/Nowhere.svelte"),
};
export type Fetched = keyof typeof pages;
const here = new Map<Fetched, Page>();

export async function fetchPage(page: Fetched): Promise<Page> {
  const { default: found } = await pages[page]();
  here.set(page, found as Page);
  return found as Page;
}

/**
 * A page and what it is of, together: while one page is fetched, another must not be shown what is not its own. One that is
 * here already is given at once, so that nothing is drawn between two pages.
 */
export function pageOf({ page, name }: Place): { Page: Page; name: string } | Promise<{ Page: Page; name: string }> {
  const Page = here.get(page as Fetched);
  return Page ? { Page, name } : fetchPage(page as Fetched).then((found) => ({ Page: found, name }));
}
