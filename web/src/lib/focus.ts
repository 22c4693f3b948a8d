/**
 * The focus never falls to the body: when what had it goes away (a move that was made, a page that was left), it goes to
 * the part of the table or page which that stood in, so that the next Tab goes on from there.
 */

const HOMES = "dialog[open], [role=group], [role=region], [data-table], section, details, aside";

/** What has the focus, and where to go if it disappears, the nearest first; null while nobody needs that. */
let homes: Element[] | null = null;
/** Whether somebody is just pressing somewhere or going on by Tab: then the focus may leave us. */
let meant = false;

function homesOf(element: Element): Element[] {
  const found = [element];
  for (let home = element.parentElement?.closest(HOMES); home; home = home.parentElement?.closest(HOMES))
    found.push(home);
  return found;
}

/** Whether an element can still have the focus. */
function there(element: Element): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled");
}

function catchFocus(): void {
  // What has just been hidden still has the focus for the rest of this picture.
  const now = document.activeElement;
  if (!homes || (now && now !== document.body && there(now))) return;
  const home = homes.find(there) ?? document.querySelector("[data-table]") ?? document.getElementById("main");
  if (!(home instanceof HTMLElement)) return; // the next page is not here yet
  if (home !== homes[0]) {
    if (!home.hasAttribute("tabindex")) home.tabIndex = -1;
    home.dataset.caught = ""; // it is not what anybody went to: app.css
  }
  home.focus({ preventScroll: true });
}

/**
 * For as long as the browser does what it does by itself after an event. On a busy machine the next key may be here
 * before the timer: what goes away by that one was not meant to.
 */
function mean(): void {
  meant = true;
  setTimeout(unmean);
}

function unmean(): void {
  meant = false;
}

export function keepFocus(): void {
  document.addEventListener("mousedown", mean, true);
  document.addEventListener("keydown", ({ key }) => (key === "Tab" ? mean() : unmean()), true);
  document.addEventListener("click", unmean, true);
  document.addEventListener("focusin", ({ target }) => {
    homes = target instanceof Element ? homesOf(target) : null;
  });
  // Who presses beside everything wants the focus nowhere. What is hidden or moved loses it without that.
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget || !document.hasFocus()) return;
    if (meant) homes = null;
    else requestAnimationFrame(catchFocus);
  });
  const changes = { childList: true, subtree: true, attributeFilter: ["disabled", "hidden", "open"] };
  new MutationObserver(() => requestAnimationFrame(catchFocus)).observe(document.body, changes);
}
