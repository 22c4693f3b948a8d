/** Do something when there is nothing more urgent, and within a second. Safari does not say when that is. */
export function afterwards(what: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(what, { timeout: 1000 });
  else setTimeout(what, 100);
}
