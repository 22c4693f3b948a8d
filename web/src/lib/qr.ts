/**
 * A QR code of a short text (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, up to 213 bytes. It is all that
 * an invitation needs, and a hundredth of what a library would bring.
 */

/** For each version: the bytes in all, bytes of error correction per block, blocks, and where alignment marks stand. */
const VERSIONS: [number, number, number, number[]][] = [
  [26, 10, 1, []],
  [44, 16, 1, [6, 18]],
  [70, 26, 1, [6, 22]],
  [100, 18, 2, [6, 26]],
  [134, 24, 2, [6, 30]],
  [172, 16, 4, [6, 34]],
  [196, 18, 4, [6, 22, 38]],
  [242, 22, 4, [6, 24, 42]],
  [292, 22, 5, [6, 26, 46]],
  [346, 26, 5, [6, 28, 50]],
];
const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

type Grid = boolean[][];

/** The modules, row by row, dark ones true; null if the text is too long. */
export function qrCode(text: string): Grid | null {
  const bytes = new TextEncoder().encode(text);
  const version =
    VERSIONS.findIndex(([all, check, blocks], i) => bytes.length + (i < 9 ? 2 : 3) <= all - check * blocks) + 1;
  if (version === 0) return null;
  const bits = toBits(interleaved(version, dataBytes(version, bytes)));
  const { grid, fixed } = frame(version);
  lay(grid, fixed, bits);
  const masked = MASKS.map((mask, number) => {
    const one = grid.map((row, r) => row.map((dark, c) => dark !== (!fixed[r]![c] && mask(r, c))));
    sign(one, number, version);
    return one;
  });
  return masked.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

const toBits = (bytes: number[]): boolean[] => bytes.flatMap((byte) => bitsOf(byte, 8));
const bitsOf = (value: number, length: number): boolean[] =>
  Array.from({ length }, (_, i) => ((value >> (length - 1 - i)) & 1) === 1);

/** The text's bytes behind their mode and length, filled up to what the version holds. */
function dataBytes(version: number, text: Uint8Array): number[] {
  const [all, check, blocks] = VERSIONS[version - 1]!;
  const room = all - check * blocks;
  const bits = [...bitsOf(4, 4), ...bitsOf(text.length, version < 10 ? 8 : 16), ...toBits([...text])];
  const padded = [...bits, ...Array<boolean>(Math.min(4, room * 8 - bits.length)).fill(false)];
  while (padded.length % 8 > 0) padded.push(false);
  const bytes: number[] = [];
  for (let i = 0; i < padded.length; i += 8) bytes.push(padded.slice(i, i + 8).reduce((sum, bit) => sum * 2 + +bit, 0));
  for (let i = 0; bytes.length < room; i++) bytes.push(i % 2 === 0 ? 0xec : 0x11);
  return bytes;
}

// Error correction: Reed-Solomon codes over the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1.

const POWERS: number[] = [1];
for (let i = 1; i < 255; i++) {
  const twice = POWERS[i - 1]! * 2;
  POWERS.push(twice > 255 ? twice ^ 0x11d : twice);
}
const LOGS = new Map(POWERS.map((power, i) => [power, i]));
const times = (a: number, b: number): number => (a && b ? POWERS[(LOGS.get(a)! + LOGS.get(b)!) % 255]! : 0);

/** The coefficients of (x - 1)(x - 2)(x - 4)…, without the first, which is 1. */
function generator(degree: number): number[] {
  let made = [1];
  for (let i = 0; i < degree; i++) {
    const longer = [...made, 0];
    made.forEach((factor, at) => {
      longer[at + 1]! ^= times(factor, POWERS[i]!);
    });
    made = longer;
  }
  return made.slice(1);
}

function checkBytes(data: number[], divisor: number[]): number[] {
  let rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest[0]!;
    rest = [...rest.slice(1), 0].map((one, i) => one ^ times(divisor[i]!, factor));
  }
  return rest;
}

/** Blocks with their error correction, taken byte by byte in turn; the last blocks may be a byte longer. */
function interleaved(version: number, data: number[]): number[] {
  const [, check, count] = VERSIONS[version - 1]!;
  const short = Math.floor(data.length / count);
  const shorter = count - (data.length % count);
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i < shorter ? 0 : 1);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const divisor = generator(check);
  const checks = blocks.map((block) => checkBytes(block, divisor));
  const across = (rows: number[][], length: number) =>
    Array.from({ length }, (_, i) => rows.flatMap((row) => (row[i] === undefined ? [] : [row[i]]))).flat();
  return [...across(blocks, short + 1), ...across(checks, check)];
}

/** What does not depend on the text: finders, timing, alignment, and room for format and version. */
function frame(version: number): { grid: Grid; fixed: Grid } {
  const size = 17 + 4 * version;
  const empty = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const grid = empty();
  const fixed = empty();
  const put = (r: number, c: number, dark: boolean) => {
    if (r < 0 || c < 0 || r >= size || c >= size) return;
    grid[r]![c] = dark;
    fixed[r]![c] = true;
  };
  const rings = (r: number, c: number, reach: number, dark: (ring: number) => boolean) => {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) put(r + y, c + x, dark(Math.max(Math.abs(x), Math.abs(y))));
    }
  };
  for (let i = 0; i < size; i++) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  for (const [r, c] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    rings(r, c, 4, (ring) => ring !== 2 && ring !== 4);
  const marks = VERSIONS[version - 1]![3];
  for (const r of marks) {
    for (const c of marks) {
      const corner = (r === 6 && c === 6) || (r === 6 && c === size - 7) || (r === size - 7 && c === 6);
      if (!corner) rings(r, c, 2, (ring) => ring !== 1);
    }
  }
  sign(grid, 0, version, fixed);
  return { grid, fixed };
}

/** The remainder that the standard appends to a short value, so that it can be read with faults. */
function remainder(value: number, divisor: number, length: number): number {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); bit >= length; bit = 31 - Math.clz32(rest)) rest ^= divisor << (bit - length);
  return rest;
}

/** Write which mask and error correction are used and, from version 7 on, the version. */
function sign(grid: Grid, mask: number, version: number, fixed?: Grid): void {
  const size = grid.length;
  const put = (r: number, c: number, dark: boolean) => {
    grid[r]![c] = dark;
    if (fixed) fixed[r]![c] = true;
  };
  const format = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412; // error correction M is 00
  for (let i = 0; i < 15; i++) {
    const dark = ((format >> i) & 1) === 1;
    put(i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, dark);
    put(8, i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, dark);
  }
  put(size - 8, 8, true);
  if (version < 7) return;
  const numbered = (version << 12) | remainder(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const dark = ((numbered >> i) & 1) === 1;
    put(Math.floor(i / 3), size - 11 + (i % 3), dark);
    put(size - 11 + (i % 3), Math.floor(i / 3), dark);
  }
}

/** Two columns at a time from the right, up and down in turn, past what is fixed. */
function lay(grid: Grid, fixed: Grid, bits: boolean[]): void {
  const size = grid.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const r = up ? size - 1 - i : i;
      for (const c of [right, right - 1]) if (!fixed[r]![c]) grid[r]![c] = bits[at++] ?? false;
    }
  }
}

/** How hard a code is to read: long runs, squares, what looks like a finder, and too much of one colour. */
function penalty(grid: Grid): number {
  const size = grid.length;
  const columns = grid.map((_, c) => grid.map((row) => row[c]!));
  let sum = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) {
      const part = text.slice(i, i + 11);
      if (part === "10111010000" || part === "00001011101") sum += 40;
    }
  }
  for (let r = 1; r < size; r++) {
    for (let c = 1; c < size; c++) {
      const dark = grid[r]![c];
      if (grid[r - 1]![c] === dark && grid[r]![c - 1] === dark && grid[r - 1]![c - 1] === dark) sum += 3;
    }
  }
  const dark = grid.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}
