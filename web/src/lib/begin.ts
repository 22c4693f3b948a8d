/** A table is made as somebody wishes, and they go there. */

import { here } from "./address";
import { api } from "./api";
import { games } from "./games.svelte";
import { fetchPage } from "./pages";
import type { GameShown, TableWish } from "./protocol";
import { route } from "./route.svelte";
import { keepHost, keepSeats, recallSeats } from "./secrets";
import { settings } from "./settings.svelte";
import { keepForGood } from "./storage";
import { loadTable } from "./tables";
import { aloneFor, asked, isAlone, keepWish, type Wish, wishFor } from "./wish";

/** What draws a table is fetched while one still chooses: that of a game, if it is known which. */
export function fetchTable(game = ""): void {
  fetchPage("table").catch(() => undefined); // it is fetched again by who goes there
  if (game) loadTable(game);
}

/** What was last wished for; for a first game, what is right for one. */
export const lastWish = ({ name }: { name: string }): Wish => wishFor(name, games.levels, games.level, games.gentle);

/** What *Play now* begins: the same, but against bots, whoever else was wished for. */
export const quickWish = (game: { name: string }): Wish => aloneFor(lastWish(game), games.level);

/** A wish as the house is asked for it. */
export function ask(game: GameShown, wish: Wish): TableWish {
  return asked(game, wish, settings.name, settings.face);
}

/** Begin it. What was chosen with care, a table with others, is still what one finds when one chooses again. */
export const playNow = (game: GameShown): Promise<void> => begin(game, quickWish(game), isAlone(lastWish(game).seats));

export async function begin(game: GameShown, wish: Wish, remember = true): Promise<void> {
  fetchTable(game.name);
  const [made] = await Promise.all([api.make(ask(game, wish)), recallSeats()]);
  if (remember) keepWish(game, wish);
  if (here()) keepForGood();
  if (made.seats.length > 0) keepSeats(made.table, game.name, made.seats);
  else if (made.host) keepHost(made.table, game.name, made.host);
  route.go(`/t/${made.table}`);
}
