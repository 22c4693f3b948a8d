/**
 * Motion: a piece travels from where the same piece was in the frame before, across the table if need be.
 *
 * A table puts `{@attach piece(key)}` on what it draws, with a key that stays the piece's own. Whoever shows a new frame
 * calls `remember()` before the page changes and `travel()` after it.
 */

import type { Attachment } from "svelte/attachments";

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

const pieces = new Map<string, { element: Element; from?: string }>();
let before = new Map<string, Place>();
let flying: Animation[] = [];
let speed = 1;

/** How fast pieces travel: 1 as drawn, 2 twice as fast, 0 not at all. */
export function setSpeed(value: number): void {
  speed = value;
}

export function still(): boolean {
  return speed === 0 || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A piece of the table, by a key of its own; one that was not there before comes from where the key `from` is. */
export function piece(key: string, from?: string): Attachment {
  return (element) => {
    const mine = { element, ...(from === undefined ? {} : { from }) };
    pieces.set(key, mine);
    return () => {
      if (pieces.get(key) === mine) pieces.delete(key);
    };
  };
}

/** Note where every piece is, before the page changes. */
export function remember(): void {
  before = new Map();
  if (still()) return;
  for (const [key, { element }] of pieces) before.set(key, place(element));
}

/** Let every piece that has moved travel to where it now is. */
export function travel(): void {
  finish();
  if (still() || before.size === 0) return;
  const moves: [Element, Place, Place][] = [];
  for (const [key, { element, from }] of pieces) {
    const old = before.get(key) ?? (from === undefined ? undefined : before.get(from));
    const now = place(element);
    if (old && old.width > 0 && now.width > 0 && far(old, now)) moves.push([element, old, now]);
  }
  flying = moves.map(([element, old, now], i) => fly(element, old, now, Math.min(i, 8) * 25));
}

/** Skip what is still under way. */
export function finish(): void {
  for (const animation of flying) animation.finish();
  flying = [];
}

function place(element: Element): Place {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width, height };
}

function far(a: Place, b: Place): boolean {
  return Math.abs(a.x - b.x) > 1 || Math.abs(a.y - b.y) > 1;
}

function fly(element: Element, old: Place, now: Place, delay: number): Animation {
  let dx = old.x - now.x;
  let dy = old.y - now.y;
  const start: Keyframe = { zIndex: 5 };
  if (element instanceof SVGGraphicsElement && element.ownerSVGElement) {
    // Inside a drawing one unit is not one pixel.
    const scale = (element.parentNode as SVGGraphicsElement).getScreenCTM?.();
    if (scale) [dx, dy] = [dx / scale.a, dy / scale.d];
  } else {
    start.scale = `${old.width / now.width} ${old.height / now.height}`;
  }
  start.translate = `${dx}px ${dy}px`;
  const duration = Math.min(600, 260 + Math.hypot(old.x - now.x, old.y - now.y) / 2) / speed;
  return element.animate([start, { translate: "0 0", ...(start.scale ? { scale: "1 1" } : {}) }], {
    duration,
    delay: delay / speed,
    easing: "cubic-bezier(.2,.7,.25,1)",
    fill: "backwards",
  });
}
