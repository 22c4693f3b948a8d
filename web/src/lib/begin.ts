/** A table is made as somebody wishes, and they go there. */

import { api } from "./api";
import type { GameShown } from "./protocol";
import { route } from "./route.svelte";
import { keepHost, keepSeats } from "./secrets";
import { settings } from "./settings.svelte";
import { asked, keepWish, type Wish } from "./wish";
import { words } from "./words.svelte";

/** What draws a table is fetched while one still chooses: that of a game, if it is known which. */
export function fetchTable(game = ""): void {
  import("../pages/Table.svelte");
  if (game) import("./tables").then(({ loadTable }) => loadTable(game));
}

export async function begin(game: GameShown, wish: Wish): Promise<void> {
  fetchTable(game.name);
  const made = await api.make(asked(game, wish, settings.name, words.t("guest"), settings.face));
  keepWish(game, wish);
  if (made.seats.length > 0) keepSeats(made.table, game.name, made.seats);
  else if (made.host) keepHost(made.table, game.name, made.host);
  route.go(`/t/${made.table}`);
}
