/** Which numbers fly to whom as a round's end is told: what was won or left too full to its line, payments to their owners. */

import { MARKS } from "$kit/seats";
import type { LogItem } from "$lib/types";
import type { Flight } from "./flying";
import { bill, cost, signed, tooFull } from "./marks";
import type { View } from "./view";

export function flights(view: View, item: LogItem): Flight[] {
  const seat = Number(item.seat);
  if (item.event === "paid") {
    const text = `${MARKS[seat]} ${item.points} ➜ ${MARKS[Number(item.receiver)]}`;
    return [{ from: `[data-total="${seat}"]`, to: `[data-total="${item.receiver}"]`, text, good: true }];
  }
  const line = item.event === "scored" ? bill([item])[0] : undefined;
  if (!line) return [];
  const to = `[data-bill="${seat}"] td:nth-last-child(2)`;
  const won = view.flasks.filter((flask) => flask.taken_by === seat);
  return [
    ...won.map(({ flask }) => ({ from: `[data-won="${flask}"]`, to, text: signed(1), good: true })),
    ...tooFull(view, line).map(({ flask }) => ({
      from: `[data-flask="${flask}"]`,
      to,
      text: signed(-cost(line)),
      good: false,
    })),
  ];
}
