/** What a page may say to the shell around it. */

class Shell {
  /** A table fills the window: the page has a bar of its own, and the site's header is not drawn. */
  immersed = $state(false);
}

export const shell = new Shell();
