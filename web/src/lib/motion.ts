/**
 * Motion: a piece travels from where the same piece was in the frame before, across the table if need be, and turns over
 * on its way if another side of it is up now.
 *
 * A table puts `{@attach piece(key)}` on what it draws, with a key that stays the piece's own. Whoever shows a new frame
 * calls `remember()` before the page changes and `travel()` after it.
 */

import type { Attachment } from "svelte/attachments";

export interface Turn {
  /** The side that is up: one that had another side up before is turned over. */
  side?: "up" | "down";
  /** The key of the piece that a new one comes from, as a card comes from the deck. */
  from?: string;
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a piece was, and the side that was up, as it was drawn. */
interface Past extends Place {
  side?: Turn["side"];
  drawn?: Node;
}

interface Journey {
  element: Element;
  old: Past;
  now: Place;
  turned: boolean;
}

const pieces = new Map<string, { element: Element } & Turn>();
let before = new Map<string, Past>();
// What flies is sent on its way anew from where it is; what turns over turns over once.
let flying: Animation[] = [];
const turning = new Set<Animation>();
const skipping = new Set<() => void>();
let speed = 1;

/** How fast pieces travel: 1 as drawn, 2 twice as fast, 0 not at all. */
export function setSpeed(value: number): void {
  speed = value;
}

/** Whether nothing is to be waited for: what has happened is shown at once. */
export function instant(): boolean {
  return speed === 0 || document.hidden;
}

export function still(): boolean {
  return speed === 0 || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long something lasts that is drawn to last so many milliseconds. */
export function lasting(milliseconds: number): number {
  return still() ? 0 : milliseconds / speed;
}

/** A piece of the table, by a key of its own. */
export function piece(key: string, turn: Turn = {}): Attachment {
  return (element) => {
    const mine = { element, ...turn };
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
  for (const [key, { element, side }] of pieces) {
    before.set(key, { ...place(element), ...(side ? { side, drawn: element.cloneNode(true) } : {}) });
  }
}

/** Let every piece that has moved travel to where it now is. */
export function travel(): void {
  land();
  if (still() || before.size === 0) return;
  const journeys: Journey[] = [];
  for (const [key, { element, side, from }] of pieces) {
    const old = before.get(key) ?? (from === undefined ? undefined : before.get(from));
    const now = place(element);
    if (!old || old.width === 0 || now.width === 0) continue;
    const turned = side !== undefined && old.side !== undefined && side !== old.side;
    if (turned || far(old, now)) journeys.push({ element, old, now, turned });
  }
  flying = journeys.map((journey, i) => fly(journey, Math.min(i, 8) * 25));
}

/** Call this when what is under way is skipped; gives back how to be called no more. */
export function whenSkipped(skip: () => void): () => void {
  skipping.add(skip);
  return () => skipping.delete(skip);
}

/** Skip what is still under way. */
export function finish(): void {
  land();
  for (const animation of turning) animation.finish();
  turning.clear();
  for (const other of document.querySelectorAll(".turning")) other.remove();
  for (const skip of skipping) skip();
}

function land(): void {
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

function fly({ element, old, now, turned }: Journey, delay: number): Animation {
  const duration = lasting(Math.min(600, 260 + Math.hypot(old.x - now.x, old.y - now.y) / 2));
  const timing = { duration, delay: lasting(delay), easing: "cubic-bezier(.2,.7,.25,1)", fill: "backwards" as const };
  const path = way(element, old, now);
  if (turned) turn(element, otherSide(old.drawn!, now), path, timing);
  return element.animate(path, timing);
}

/** The side that was up travels the same path; halfway it is edge on, and the new side comes up. */
function turn(element: Element, other: HTMLElement, path: Keyframe[], timing: KeyframeAnimationOptions): void {
  const away = other.animate([{ rotate: "y 0deg" }, { rotate: "y 90deg", offset: 0.5 }, { rotate: "y 90deg" }], timing);
  const up = element.animate(
    [{ rotate: "y -90deg" }, { rotate: "y -90deg", offset: 0.5 }, { rotate: "y 0deg" }],
    timing,
  );
  for (const animation of [away, up, other.animate(path, timing)]) {
    turning.add(animation);
    animation.finished.then(() => turning.delete(animation));
  }
  away.onfinish = () => other.remove();
}

function way(element: Element, old: Place, now: Place): Keyframe[] {
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
  return [start, { translate: "0 0", ...(start.scale ? { scale: "1 1" } : {}) }];
}

/** The side that was up, laid over the piece until it is turned: for the eye alone. */
function otherSide(drawn: Node, { x, y, width, height }: Place): HTMLElement {
  const over = document.createElement("div");
  over.className = "turning";
  over.ariaHidden = "true";
  over.inert = true;
  const [left, top] = [x - width / 2, y - height / 2].map((at) => `${at}px`);
  Object.assign(over.style, { left, top, width: `${width}px`, height: `${height}px` });
  over.append(drawn);
  document.body.append(over);
  return over;
}
