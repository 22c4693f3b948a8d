/**
 * Keys at a table. The arrows move the focus to the nearest button in that direction (Tab goes through them all as ever);
 * Escape lets go of what was picked.
 */

import type { Attachment } from "svelte/attachments";

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** `letGo` says whether there was anything to let go of. */
export const arrows =
  (letGo: () => boolean): Attachment<HTMLElement> =>
  (table) => {
    function key(event: KeyboardEvent) {
      if (event.key === "Escape" && letGo()) event.stopPropagation();
      const way = WAYS[event.key];
      const here = document.activeElement;
      if (!way || event.altKey || event.ctrlKey || event.metaKey || !(here instanceof HTMLButtonElement)) return;
      const next = nearest(here, [...table.querySelectorAll("button")], way);
      event.preventDefault();
      event.stopPropagation();
      next?.focus();
    }
    table.addEventListener("keydown", key);
    return () => table.removeEventListener("keydown", key);
  };

function nearest(here: HTMLElement, all: HTMLElement[], [x, y]: [number, number]): HTMLElement | undefined {
  const from = middle(here);
  let best: HTMLElement | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const other of all) {
    if (other === here || other.checkVisibility?.({ visibilityProperty: true }) === false) continue;
    const to = middle(other);
    const ahead = (to.x - from.x) * x + (to.y - from.y) * y;
    const aside = Math.abs((to.x - from.x) * y) + Math.abs((to.y - from.y) * x);
    // What lies straight ahead is nearer than what lies askew.
    const far = ahead + 2.5 * aside;
    if (ahead > 4 && far < least) [best, least] = [other, far];
  }
  return best;
}

function middle(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
