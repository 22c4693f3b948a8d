/** A kifu on its way from the page where it was chosen to the page that replays it. */

let waiting: string | null = null;

export function handOver(kifu: string): void {
  waiting = kifu;
}

export function takeOver(): string | null {
  return waiting;
}
