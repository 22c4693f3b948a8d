/**
 * The focus never falls to the body: when what had it goes away (a move that was made, a page that was left), it goes to
 * the part of the table or page which that stood in, so that the next Tab goes on from there.
 */

const HOMES = "dialog[open], [role=group], [role=region], [data-table], section, details, aside";

/** Where to go if what has the focus now disappears, the nearest first; null while nobody needs that. */
let homes: Element[] | null = null;

function homesOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let home = element.parentElement?.closest(HOMES); home; home = home.parentElement?.closest(HOMES))
    found.push(home);
  return found;
}

/** Whether an element can still have the focus. */
function there(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(":disabled");
}

function catchFocus(): void {
  // What has just been hidden still has the focus for the rest of this picture.
  const now = document.activeElement;
  if (!homes || (now && now !== document.body && there(now))) return;
  const home = homes.find(there) ?? document.querySelector("[data-table]") ?? document.getElementById("main");
  if (!(home instanceof HTMLElement)) return; // the next page is not here yet
  if (!home.hasAttribute("tabindex")) home.tabIndex = -1;
  home.dataset.caught = ""; // it is not what anybody went to, and has no loud frame: app.css
  home.focus({ preventScroll: true });
}

export function keepFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    homes = target instanceof Element ? homesOf(target) : null;
  });
  // Who presses beside everything wants the focus nowhere. What is being taken away says so too, and is gone a moment later.
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget || !(target instanceof Element) || !document.hasFocus()) return;
    queueMicrotask(() => {
      if (there(target) && document.activeElement === document.body) homes = null;
    });
  });
  const changes = { childList: true, subtree: true, attributeFilter: ["disabled", "hidden", "open"] };
  new MutationObserver(() => requestAnimationFrame(catchFocus)).observe(document.body, changes);
}
