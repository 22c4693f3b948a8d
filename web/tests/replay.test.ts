/** A review that many others are waiting for is asked for again, when the server says so. */

import { afterEach, expect, test, vi } from "vitest";
import { api, Refusal } from "../src/lib/api";
import type { Review } from "../src/lib/protocol";
import { Told } from "../src/lib/replay.svelte";

afterEach(() => vi.restoreAllMocks());

test("who is told that reviews are crowded asks again after the seconds", async () => {
  vi.useFakeTimers();
  const crowded = new Refusal(503, { code: "crowded", message: "", values: { seconds: 10 } });
  const asked = vi.spyOn(api, "review").mockRejectedValueOnce(crowded);
  asked.mockResolvedValue({ done: 3, of: 3 } as Review);
  const told = new Told("t", null);
  await told.askReview();
  expect(told.crowded).toBe(crowded);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.crowded).toBe(null);
  expect(told.review?.done).toBe(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test("what else goes wrong with a review is told", async () => {
  vi.spyOn(api, "review").mockRejectedValue(new Refusal(404, { code: "no_table", message: "", values: {} }));
  await expect(new Told("t", null).askReview()).rejects.toThrow();
});
