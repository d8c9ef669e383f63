/** What translated rules do with numbers: all are whole, and may have up to 53 bits. */

const small = (a: number, b: number) => (a | 0) === a && (b | 0) === b;

export const and = (a: number, b: number) => (small(a, b) ? a & b : Number(BigInt(a) & BigInt(b)));
export const or = (a: number, b: number) => (small(a, b) ? a | b : Number(BigInt(a) | BigInt(b)));
export const xor = (a: number, b: number) => (small(a, b) ? a ^ b : Number(BigInt(a) ^ BigInt(b)));
export const invert = (a: number) => -a - 1;
export const shiftLeft = (a: number, by: number) => a * 2 ** by;
export const shiftRight = (a: number, by: number) => Math.floor(a / 2 ** by);
export const quotient = (a: number, b: number) => Math.floor(a / b);

/** The remainder; words of a generator have 64 bits. */
export function remainder(a: number | bigint, b: number): number {
  if (typeof a === 'bigint') return Number(a % BigInt(b));
  return a - b * Math.floor(a / b);
}

/** Write one value into every place of an array, and of the arrays in it. */
export function fill(array: unknown[], value: number): void {
  array.forEach((each, place) => {
    if (Array.isArray(each)) fill(each, value);
    else array[place] = value;
  });
}
