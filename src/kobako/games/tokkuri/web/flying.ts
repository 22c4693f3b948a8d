/** Numbers that fly over the table to their owners: for the eye alone, and never in the way of a finger. */

import { lasting, still } from "$lib/motion";

export interface Flight {
  /** Where on the felt it begins and ends: what a selector finds. */
  from: string;
  to: string;
  text: string;
  good: boolean;
}

const LONG = 750;
const APART = 110;

/** Let them fly, one after the other; gives back how to end them all at once. */
export function fly(felt: HTMLElement, flights: Flight[]): () => void {
  if (still()) return () => undefined;
  const drawn = flights.flatMap((flight, i) => {
    const from = felt.querySelector(flight.from);
    const to = felt.querySelector(flight.to);
    return from && to ? [start(felt, middle(felt, from), middle(felt, to), flight, i * APART)] : [];
  });
  return () => {
    for (const one of drawn) one.remove();
  };
}

interface Spot {
  x: number;
  y: number;
}

function start(felt: HTMLElement, from: Spot, to: Spot, { text, good }: Flight, delay: number): HTMLElement {
  const number = document.createElement("b");
  number.className = `flight ${good ? "good" : "bad"}`;
  number.ariaHidden = "true";
  number.textContent = text;
  felt.append(number);
  const at = ({ x, y }: Spot, scale: number, lift = 0) => `translate(${x}px, ${y + lift}px) scale(${scale})`;
  // All of it stays on the felt, and it flies by the middle: over nobody's place between the two.
  const up = Math.max(-felt.clientHeight * 0.04, number.offsetHeight - from.y);
  const by = { x: (from.x + to.x) / 2, y: (felt.clientHeight / 2 + (from.y + to.y) / 2) / 2 };
  const going = number.animate(
    [
      { transform: at(from, 0.4), opacity: 0 },
      { transform: at(from, 1.3, up), opacity: 1, offset: 0.3, easing: "ease-in" },
      { transform: at(by, 1.15), opacity: 1, offset: 0.62, easing: "ease-out" },
      { transform: at(to, 1), opacity: 1, offset: 0.92 },
      { transform: at(to, 0.5), opacity: 0 },
    ],
    { duration: lasting(LONG), delay: lasting(delay), fill: "both" },
  );
  going.onfinish = () => number.remove();
  return number;
}

function middle(felt: HTMLElement, element: Element): Spot {
  const [over, box] = [felt.getBoundingClientRect(), element.getBoundingClientRect()];
  return { x: box.left - over.left + box.width / 2, y: box.top - over.top + box.height / 2 };
}
