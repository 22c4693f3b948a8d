/** The deal can be checked: a seed's SHA-256 was promised before the game, the seed is shown after it. */

export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  // Browsers keep their own SHA-256 from pages that came without https, as at a table in the same room.
  const hash = globalThis.crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : digest(bytes);
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 after FIPS 180-4; its constants are the first bits of the roots of the first primes. */
export function digest(bytes: Uint8Array): Uint8Array {
  const primes = firstPrimes(64);
  const K = primes.map((prime) => fraction(Math.cbrt(prime)));
  const hash = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const data = padded(bytes);
  for (let at = 0; at < data.byteLength; at += 64) compress(hash, K, new DataView(data.buffer, at, 64));
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => {
    out.setUint32(i * 4, word);
  });
  return new Uint8Array(out.buffer);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  data.set(bytes);
  data[bytes.length] = 0x80;
  new DataView(data.buffer).setUint32(data.length - 4, bytes.length * 8);
  return data;
}

function compress(hash: number[], K: number[], block: DataView): void {
  const w: number[] = [];
  for (let i = 0; i < 64; i += 1) w.push(i < 16 ? block.getInt32(i * 4) : schedule(w, i));
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    hash[i] = (hash[i]! + word) | 0;
  });
}

function schedule(w: number[], i: number): number {
  const early = w[i - 15]!;
  const late = w[i - 2]!;
  const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
  const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
  return (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
}
