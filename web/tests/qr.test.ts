/** A QR code read back: by the standard's own way through the modules, and by the zeros of its error correction. */

import { expect, test } from "vitest";
import { qrCode } from "../src/lib/qr";

/** The bytes of a code of version 3 with mask 0 to 7: no alignment but one, one block. */
function bytesOf(code: boolean[][]): number[] {
  const size = code.length;
  let format = 0;
  for (let i = 0; i < 15; i++) format |= +code[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i]![8]! << i;
  const mask = ((format ^ 0x5412) >> 10) & 7;
  const masked = (r: number, c: number) =>
    [
      (r + c) % 2,
      r % 2,
      c % 3,
      (r + c) % 3,
      (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
      ((r * c) % 2) + ((r * c) % 3),
      (((r * c) % 2) + ((r * c) % 3)) % 2,
      (((r + c) % 2) + ((r * c) % 3)) % 2,
    ][mask] === 0;
  const fixed = (r: number, c: number) =>
    (r < 9 && (c < 9 || c >= size - 8)) ||
    (r >= size - 8 && c < 9) ||
    r === 6 ||
    c === 6 ||
    (Math.abs(r - 22) < 3 && Math.abs(c - 22) < 3);
  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const r = up ? size - 1 - i : i;
      for (const c of [right, right - 1]) if (!fixed(r, c)) bits.push(+(code[r]![c] !== masked(r, c)));
    }
  }
  return Array.from({ length: 70 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(""), 2));
}

function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = 7; bit >= 0; bit--) {
    sum = sum & 0x80 ? (sum << 1) ^ 0x11d : sum << 1;
    if ((b >> bit) & 1) sum ^= a;
  }
  return sum;
}

test("a code says its text, and its error correction is one", () => {
  const text = "http://127.0.0.1:8000/t/tabcdefghjk";
  const bytes = bytesOf(qrCode(text)!);
  const data = bytes.slice(1, 2 + text.length).map((_, i) => ((bytes[i + 1]! & 15) << 4) | (bytes[i + 2]! >> 4));
  expect(bytes[0]! >> 4).toBe(4);
  expect(((bytes[0]! & 15) << 4) | (bytes[1]! >> 4)).toBe(text.length);
  expect(String.fromCharCode(...data.slice(0, text.length))).toBe(text);
  for (let i = 0, root = 1; i < 26; i++, root = product(root, 2)) {
    expect(bytes.reduce((sum, byte) => product(sum, root) ^ byte, 0)).toBe(0);
  }
});

test("a longer text has a larger code, and one that is too long has none", () => {
  const sizes = [14, 15, 42, 62, 84, 106, 122, 152, 180, 213].map((length) => qrCode("x".repeat(length))?.length);
  expect(sizes).toEqual([21, 25, 29, 33, 37, 41, 45, 49, 53, 57]);
  expect(qrCode("x".repeat(214))).toBeNull();
});
