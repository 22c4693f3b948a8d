/** A thinker that is told to stop, and one that fails. */

import { beforeEach, expect, test, vi } from "vitest";
import type { FromThinker, Question, Searcher, ToThinker } from "../src/here/thinkers";

const made = vi.hoisted(() => ({ minds: 0, fails: false }));

vi.mock("../src/wasm/kernels", () => ({
  Kernels: class {
    constructor() {
      made.minds += 1;
    }
    clear() {}
  },
}));
vi.mock("../src/wasm/search", () => ({
  Search: class {
    begin() {
      if (made.fails) throw new Error("out of bounds");
    }
    think() {
      const until = performance.now() + 5;
      while (performance.now() < until);
    }
    tried() {
      return new Float64Array([1]);
    }
  },
}));

const said: FromThinker[] = [];
const thinker = {
  postMessage: (message: FromThinker) => said.push(message),
  onmessage: (_: { data: ToThinker }) => {},
};
vi.stubGlobal("self", thinker);
vi.stubGlobal("WebAssembly", { ...WebAssembly, instantiate: async () => ({}) });
await import("../src/here/thinker.worker");

const searcher = { module: {}, layout: { game: "ice" } } as unknown as Searcher;
const question = { game: "ice", view: "00", seat: 0, words: [], nodes: 1, parts: false } as Question;
const ask = (number: number, simulations: number) =>
  thinker.onmessage({ data: { number, question: { ...question, simulations }, searcher } });
const heard = async (number: number) => {
  await vi.waitFor(() => expect(said.some((one) => one.number === number)).toBe(true), 5000);
  return said.find((one) => one.number === number)!;
};

beforeEach(() => {
  said.length = 0;
  made.minds = 0;
});

test("what was stopped costs nothing: the mind is there for the next question", async () => {
  ask(1, 1e9);
  await new Promise((resolve) => setTimeout(resolve, 60));
  thinker.onmessage({ data: { cancel: 1 } });
  expect((await heard(1)).failed).toBe("cancelled");
  ask(2, 1);
  expect((await heard(2)).numbers).toEqual(new Float64Array([1]));
  expect(made.minds).toBe(1);
});

test("what has failed is made anew", async () => {
  ask(3, 1);
  await heard(3);
  made.fails = true;
  ask(4, 1);
  expect((await heard(4)).failed).toBe("out of bounds");
  made.fails = false;
  ask(5, 1);
  expect((await heard(5)).numbers).toHaveLength(1);
  expect(made.minds).toBe(1); // the first was made for the test before
});
