/**
 * Dragging a piece onto a place, with mouse, pen or finger. A place says what it is with `data-drop`; what may be dropped
 * where is for the table to know. A short press without moving stays a click.
 */

import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

export interface Dragging {
  /** Whether the piece may be picked up at all. */
  can: () => boolean;
  start: () => void;
  /** Let go over the place with this `data-drop`, or over none. */
  drop: (place: string | null) => void;
  /** The place below the piece has changed. */
  over?: (place: string | null) => void;
}

const FAR = 7;

export function drag(by: Dragging): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number; id: number } | null = null;
    let moving = false;
    let place: string | null = null;

    function down(event: PointerEvent) {
      if (event.button !== 0 || !by.can()) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    }

    function move(event: PointerEvent) {
      if (!from || event.pointerId !== from.id) return;
      // The button was let go where we could not hear it.
      if (event.buttons === 0) return release();
      const dx = event.clientX - from.x;
      const dy = event.clientY - from.y;
      if (!moving) {
        if (Math.hypot(dx, dy) < FAR) return;
        moving = true;
        element.setPointerCapture(from.id);
        element.classList.add("dragged");
        by.start();
      }
      element.style.translate = `${dx}px ${dy}px`;
      const below = under(event);
      if (below !== place) by.over?.(below);
      place = below;
    }

    function up(event: PointerEvent) {
      if (!from || event.pointerId !== from.id) return;
      const dropped = moving;
      const below = event.type === "pointerup" ? under(event) : null;
      from = null;
      moving = false;
      if (!dropped) return release();
      // The click that follows a drag is no click.
      element.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
      by.over?.(null);
      by.drop(below);
      // It stays where it was dropped until the table is drawn anew, and travels on from there.
      tick().then(release);
    }

    function release() {
      from = null;
      moving = false;
      place = null;
      element.classList.remove("dragged");
      element.style.translate = "";
    }

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    return () => {
      release();
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
    };
  };
}

function swallow(event: Event) {
  event.stopPropagation();
  event.preventDefault();
}

/** The innermost place under the pointer. */
function under(event: PointerEvent): string | null {
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const found = element.closest<HTMLElement>("[data-drop]");
    if (found) return found.dataset.drop ?? null;
  }
  return null;
}
