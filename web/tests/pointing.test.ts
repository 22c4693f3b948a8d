/** Where the card of a tour stands: never on the part it speaks of, if there is any way. */

import { expect, test } from "vitest";
import { around, type Box, beside, stand } from "../src/lib/pointing";

const desktop = { width: 1280, height: 800, up: 0, down: 0 };
const phone = { width: 390, height: 844, up: 200, down: 600 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test("several parts are one", () => {
  expect(around([])).toBeNull();
  expect(around([box(10, 20, 5, 5), box(40, 10, 10, 50)])).toEqual({ left: 10, top: 10, right: 50, bottom: 60 });
});

test("beside the part where there is room, without scrolling", () => {
  const card = { width: 384, height: 200 };
  expect(stand(box(50, 300, 700, 480), card, desktop)).toMatchObject({ corner: "bottom right", scroll: 0 });
  expect(stand(box(900, 650, 300, 100), card, desktop)).toMatchObject({ corner: "top right", scroll: 0 });
  expect(stand(box(500, 20, 700, 740), card, desktop)).toMatchObject({ corner: "bottom left", scroll: 0 });
});

test("on a phone above or below it, and the page is scrolled as far as need be", () => {
  const card = { width: 366, height: 200 };
  expect(stand(box(10, 300, 370, 200), card, phone)).toMatchObject({ corner: "bottom right", scroll: 0 });
  expect(stand(box(10, 700, 370, 100), card, phone)).toMatchObject({ corner: "bottom right", scroll: 196 });
  expect(stand(box(10, -150, 370, 100), card, phone)).toMatchObject({ corner: "bottom right", scroll: -170 });
  const end = { ...phone, down: 0 };
  expect(stand(box(10, 700, 370, 100), card, end)).toMatchObject({ corner: "top right", scroll: 0 });
});

test("of a part too high for the window its top is shown", () => {
  const { corner, scroll } = stand(box(10, 300, 370, 1000), { width: 366, height: 200 }, phone);
  expect([corner, scroll]).toEqual(["bottom right", 280]);
});

test("the card stands next to the part, not far off in the corner", () => {
  const card = { width: 384, height: 200 };
  expect(beside(box(200, 600, 900, 150), card, desktop, "top right")).toEqual({ left: 458, top: 380 });
  expect(beside(box(50, 300, 700, 100), card, desktop, "bottom right")).toEqual({ left: 770, top: 250 });
  expect(beside(box(900, 700, 300, 100), card, desktop, "top right")).toEqual({ left: 858, top: 480 });
  expect(beside(box(0, 760, 1280, 40), card, desktop, "bottom left")).toEqual({ left: 448, top: 590 });
});
