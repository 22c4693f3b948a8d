/** How far the house has come on its way here, for who waits for it. */

/** About so many bytes are to come: what lies in engine/. It is only for the bar, which never says more than it knows. */
const WHOLE = 4.8e6;

class Loading {
  #bytes = $state(0);
  done = $state(false);
  /** Why it cannot be had. */
  failed = $state("");
  /** Whether bots can think: if not, they try again until they can. */
  thinks = $state(true);

  /** From 0 to 1. */
  get part(): number {
    return this.done ? 1 : Math.min(0.98, this.#bytes / WHOLE);
  }

  heard(bytes: number): void {
    this.#bytes = bytes;
  }

  ready(): void {
    this.done = true;
    this.failed = "";
  }

  fail(why: string): void {
    this.failed = why;
    this.done = false;
  }
}

export const loading = new Loading();
