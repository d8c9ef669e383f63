// SipHash-2-4 of one number, as its authors define it (docs/record.md). Plain BigInt: a shuffle needs few words.
const ALL = (1n << 64n) - 1n;
const rotate = (word: bigint, by: bigint) => ((word << by) | (word >> (64n - by))) & ALL;

/** The words of a generator: its key of 16 bytes, and a counter that starts at 0. */
export class Words {
  readonly #key: readonly [bigint, bigint];
  #counter = 0n;

  constructor(key: Uint8Array) {
    const view = new DataView(key.buffer, key.byteOffset);
    this.#key = [view.getBigUint64(0, true), view.getBigUint64(8, true)];
  }

  next(): bigint {
    return siphash(this.#key, this.#counter++);
  }
}

/** The hash of eight bytes, little-endian. */
export function siphash([low, high]: readonly [bigint, bigint], message: bigint): bigint {
  let [a, b, c, d] = [
    low ^ 0x736f6d6570736575n,
    high ^ 0x646f72616e646f6dn,
    low ^ 0x6c7967656e657261n,
    high ^ 0x7465646279746573n,
  ];
  const round = () => {
    a = (a + b) & ALL;
    b = rotate(b, 13n) ^ a;
    a = rotate(a, 32n);
    c = (c + d) & ALL;
    d = rotate(d, 16n) ^ c;
    a = (a + d) & ALL;
    d = rotate(d, 21n) ^ a;
    c = (c + b) & ALL;
    b = rotate(b, 17n) ^ c;
    c = rotate(c, 32n);
  };
  for (const block of [message, 8n << 56n]) {
    d ^= block;
    round();
    round();
    a ^= block;
  }
  c ^= 0xffn;
  for (let i = 0; i < 4; i++) round();
  return a ^ b ^ c ^ d;
}
