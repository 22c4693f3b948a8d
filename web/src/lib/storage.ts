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
