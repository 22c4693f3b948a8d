/** Chips and points that fly from where they were to whose they are now: for the eye alone, each event once. */

import type { Attachment } from "svelte/attachments";
import { lasting, still, whenSkipped } from "$lib/motion";
import type { LogItem } from "$lib/types";

interface Flight {
  from: string;
  to: string;
  chips: number;
  /** A number that flies with them. */
  points?: string;
}

const MOST = 8; // chips in the air at once
const LONG = 620;

const seat = (of: LogItem) => `[data-chips="${of.seat}"]`;
const row = (name: unknown) => `[data-row="${name}"]`;
const BANK = "[data-bank]";

/** What flies when this happens; `taken` is the row that was taken last. */
function flightOf(item: LogItem, taken: string | null): Flight | null {
  const chips = Number(item.chips ?? 0);
  const points = Number(item.points ?? 0);
  switch (item.event) {
    case "added":
      return { from: BANK, to: seat(item), chips };
    case "laid":
      return { from: seat(item), to: `${row(item.row)} li:last-child`, chips: 1 };
    case "gathered":
      return { from: row(taken), to: seat(item), chips };
    case "scored":
      return points ? { from: BANK, to: seat(item), chips: points, points: `+${points}` } : null;
    case "credited":
      return { from: row(taken), to: seat(item), chips: 0, points: `+${points}` };
    case "paid":
      return { from: seat(item), to: BANK, chips, points: `−${chips}` };
    case "swept":
      return { from: "[data-swept]", to: BANK, chips };
    default:
      return null;
  }
}

export class Flights {
  #felt: HTMLElement | null = null;
  #seen = new WeakSet<LogItem>();
  #taken: string | null = null;
  #flying = new Set<Animation>();

  /** Where they fly. */
  attach: Attachment<HTMLElement> = (felt) => {
    this.#felt = felt;
    const forget = whenSkipped(() => this.#land());
    return () => {
      this.#land();
      forget();
    };
  };

  /** These have been seen before this table was. */
  skip(items: LogItem[]): void {
    for (const item of items) this.#seen.add(item);
  }

  /** What has been told by now: gives those that were not known, and lets their chips fly. */
  tell(items: LogItem[]): LogItem[] {
    const fresh = items.filter((item) => !this.#seen.has(item));
    this.skip(fresh);
    let wait = 0;
    for (const item of fresh) {
      if (item.event === "took") this.#taken = String(item.row);
      const flight = flightOf(item, this.#taken);
      if (flight) wait += this.#fly(flight, item, wait);
    }
    return fresh;
  }

  #land(): void {
    for (const animation of this.#flying) animation.finish();
  }

  #fly({ from, to, chips, points }: Flight, item: LogItem, wait: number): number {
    if (still() || !this.#felt) return 0;
    const many = Math.min(chips, MOST);
    for (let i = 0; i < many; i++) this.#send(from, to, wait + i * 70, this.#chip());
    if (points) this.#send(row(this.#taken), seat(item), wait + 120, number(points));
    return many * 70 + 200;
  }

  #chip(): HTMLElement {
    const chip = document.createElement("span");
    chip.className = "flying";
    const drawn = this.#felt!.querySelector(".mint > *");
    if (drawn) chip.append(drawn.cloneNode(true));
    return chip;
  }

  #send(from: string, to: string, delay: number, what: HTMLElement): void {
    const felt = this.#felt!;
    const ends = [from, to].map((place) => felt.querySelector(place) ?? felt.querySelector(BANK));
    if (!ends[0] || !ends[1]) return;
    const box = felt.getBoundingClientRect();
    const [start, end] = ends.map((place) => {
      const { left, top, width, height } = place!.getBoundingClientRect();
      return { x: left + width / 2 - box.left, y: top + height / 2 - box.top };
    }) as [Spot, Spot];
    felt.append(what);
    // In an arc, as something thrown.
    const over = {
      x: (start.x + end.x) / 2,
      y: (start.y + end.y) / 2 - Math.hypot(end.x - start.x, end.y - start.y) * 0.12,
    };
    const animation = what.animate(
      [
        { translate: at(start), scale: "0.6", opacity: 0 },
        { translate: at(start), scale: "1.15", opacity: 1, offset: 0.12 },
        { translate: at(over), scale: "1.25", opacity: 1, offset: 0.55 },
        { translate: at(end), scale: "0.9", opacity: 1 },
      ],
      { duration: lasting(LONG), delay: lasting(delay), easing: "ease-in-out", fill: "both" },
    );
    this.#flying.add(animation);
    animation.onfinish = animation.oncancel = () => {
      this.#flying.delete(animation);
      what.remove();
    };
  }
}

interface Spot {
  x: number;
  y: number;
}

const at = ({ x, y }: Spot) => `${x}px ${y}px`;

function number(text: string): HTMLElement {
  const points = document.createElement("span");
  points.className = "flying points";
  points.textContent = text;
  return points;
}
