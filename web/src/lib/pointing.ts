/** Pointing at a part of the page: where it is, and where a card of text can stand beside it. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What all these boxes cover together; null if there are none. */
export function around(boxes: Box[]): Box | null {
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

export const CORNERS = ["bottom right", "top right", "bottom left", "top left"] as const;
export type Corner = (typeof CORNERS)[number];

export interface Stand {
  corner: Corner;
  /** How far the page is scrolled for it. */
  scroll: number;
}

/** The page as far as it matters here: the window's size, and how far up and down the page can still be scrolled. */
export interface Page {
  width: number;
  height: number;
  up: number;
  down: number;
}

/**
 * Where a card of this size stands so that the part can be seen whole: in the first corner that leaves it free, with as
 * little scrolling as will do. Where none does, in the corner that covers least.
 */
export function stand(part: Box, card: { width: number; height: number }, page: Page, gap = 20): Stand {
  const found = CORNERS.map((corner) => {
    const beside = corner.endsWith("right") ? part.right < page.width - card.width - gap : part.left > card.width + gap;
    const room = beside ? 0 : card.height + gap;
    const free = corner.startsWith("top") ? { top: room, bottom: page.height } : { top: 0, bottom: page.height - room };
    const scroll = within(-page.up, wanted(part, free, gap), page.down);
    return { corner, scroll, hidden: hidden(part, free, scroll) };
  });
  return found.reduce((best, one) => (one.hidden < best.hidden ? one : best));
}

/** Where in that corner's direction the card is next to the part, and in the window. */
export function beside(
  part: Box,
  card: { width: number; height: number },
  page: { width: number; height: number },
  corner: Corner,
  gap = 20,
): { left: number; top: number } {
  const right = corner.endsWith("right");
  const room = right ? part.right < page.width - card.width - gap : part.left > card.width + gap;
  const middle = { x: (part.left + part.right - card.width) / 2, y: (part.top + part.bottom - card.height) / 2 };
  const x = !room ? middle.x : right ? part.right + gap : part.left - gap - card.width;
  const y = room ? middle.y : corner.startsWith("top") ? part.top - gap - card.height : part.bottom + gap;
  const edge = gap / 2;
  return {
    left: within(edge, x, page.width - card.width - edge),
    top: within(edge, y, page.height - card.height - edge),
  };
}

/** How far to scroll so that a part comes into this room; its top first, if it is too high for it. */
function wanted(part: Box, free: { top: number; bottom: number }, gap: number): number {
  const low = part.bottom + gap - free.bottom;
  const high = part.top - gap - free.top;
  return high < 0 ? high : low > 0 ? Math.min(low, high) : 0;
}

function hidden(part: Box, free: { top: number; bottom: number }, scroll: number): number {
  const over = Math.max(0, free.top - (part.top - scroll));
  return over + Math.max(0, part.bottom - scroll - free.bottom);
}

const within = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most));
