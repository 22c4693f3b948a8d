/**
 * Do something now and in every frame in which the page may have moved: after a change, a scroll, another size, something
 * that has come, and for as long as anything is in motion. A page at rest is left at rest. Gives what ends it.
 */
export function whileMoving(what: () => void): () => void {
  const ended = new AbortController();
  let next = 0;
  const soon = () => {
    next ||= requestAnimationFrame(() => {
      next = 0;
      what();
      if (document.getAnimations().some(({ playState }) => playState === "running")) soon();
    });
  };
  const changed = new MutationObserver(soon);
  changed.observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
  const sized = new ResizeObserver(soon);
  sized.observe(document.documentElement);
  for (const event of ["scroll", "load", "resize"])
    addEventListener(event, soon, { capture: true, signal: ended.signal });
  soon();
  return () => {
    ended.abort();
    changed.disconnect();
    sized.disconnect();
    cancelAnimationFrame(next);
  };
}
