/** How long something waits for its time where the page is never at rest, and where nobody looks at it: in milliseconds. */
const PATIENCE = 2000;
const UNSEEN = 1000;

/**
 * Do something when what is there has been drawn and nothing is more urgent. A page that nobody looks at is not drawn, and
 * does not wait for it. Safari does not say when it has time. Gives what calls it off.
 */
export function afterwards(what: () => void): () => void {
  let waiting = true;
  const once = () => {
    if (waiting) what();
    waiting = false;
  };
  requestAnimationFrame(() =>
    "requestIdleCallback" in window ? requestIdleCallback(once, { timeout: PATIENCE }) : setTimeout(once, 100),
  );
  setTimeout(() => document.hidden && once(), UNSEEN);
  return () => {
    waiting = false;
  };
}
