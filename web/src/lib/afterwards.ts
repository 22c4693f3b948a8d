/**
 * Do something when what is there has been drawn and nothing is more urgent; within a second in any case, for a page that
 * nobody looks at is not drawn. Safari does not say when it has time.
 */
export function afterwards(what: () => void): void {
  let waiting = true;
  const once = () => {
    if (waiting) what();
    waiting = false;
  };
  requestAnimationFrame(() => ("requestIdleCallback" in window ? requestIdleCallback(once) : setTimeout(once, 100)));
  setTimeout(once, 1000);
}
