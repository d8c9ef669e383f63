// FIPS 180-4. Browsers offer their own on https only, which a server at home does not have.
const ROUNDS = 64;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** The first 32 bits of the fractional part. */
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

const CONSTANTS = primes(ROUNDS).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** The SHA-256 of some bytes, in hex. */
export function sha256(message: Uint8Array): string {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 4, message.length * 8);
  const state = [...START];
  const words = new Int32Array(ROUNDS);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < ROUNDS; i++) {
      if (i < 16) words[i] = view.getInt32(block + 4 * i);
      else {
        const [a, b] = [words[i - 15]!, words[i - 2]!];
        const low = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
        const high = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
        words[i] = words[i - 16]! + low + words[i - 7]! + high;
      }
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < ROUNDS; i++) {
      const one =
        h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + words[i]!;
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i]! + word) | 0));
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The bytes of a text in hex. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
