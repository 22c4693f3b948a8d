/** What this browser keeps. Where it may keep nothing (private windows, full disks) it simply forgets. */

export function load<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`kobako.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(`kobako.${key}`, JSON.stringify(value));
  } catch {
    // Nothing can be kept here, and nothing depends on it.
  }
}

const PUT_OFF = "kobako.later";
let putOffHere = false;

/** A new version is not to be spoken of again before this tab is closed. */
export function putOff(): void {
  putOffHere = true;
  try {
    sessionStorage.setItem(PUT_OFF, "yes");
  } catch {
    // Then it is for this visit alone.
  }
}

export function isPutOff(): boolean {
  try {
    return putOffHere || sessionStorage.getItem(PUT_OFF) !== null;
  } catch {
    return putOffHere;
  }
}

let asked = false;

/**
 * Ask the browser not to throw away what is kept here when it wants for room. Some ask the player, so they are asked when
 * there is something to keep, and once.
 */
export function keepForGood(): void {
  if (!asked) navigator.storage?.persist?.().catch(() => undefined);
  asked = true;
}
