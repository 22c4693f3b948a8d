/** A list with numbers, `5 x2, 9+4`, as an option has it: read, and written. */

import type { CountedShown } from "./protocol";

export type Counts = Record<string, number>;

/** What a text counts out, of what is to be chosen: all there is to choose from, and what else it names. */
export function readCounts(text: string, counted: CountedShown): Counts {
  const counts: Counts = {};
  for (const one of [...Object.keys(counted.usual), ...counted.others]) counts[one] = 0;
  if (text.trim() === "") return { ...counts, ...counted.usual };
  for (const entry of text.split(",").map((part) => part.trim())) {
    const [, one = entry, times = "1"] = /^(.*?)\s*x\s*(\d+)$/.exec(entry) ?? [];
    if (one !== "" && !(one in counted.fixed)) counts[one] = (counts[one] ?? 0) + Number(times);
  }
  return counts;
}

/** The text for these; none where they are as usual. */
export function writeCounts(counts: Counts, counted: CountedShown): string {
  if (Object.entries(counts).every(([one, times]) => times === (counted.usual[one] ?? 0))) return "";
  const entries = Object.entries({ ...counts, ...counted.fixed }).filter(([, times]) => times > 0);
  return entries.map(([one, times]) => (times > 1 ? `${one} x${times}` : one)).join(", ");
}

export const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, times) => sum + times, 0);
