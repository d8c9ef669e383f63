/** Sizes of sets and how many there are of each: 6, 6, 4 is two sixes and a four. */
export function groupsOf(sizes: number[]): [size: number, count: number][] {
  return [...new Set(sizes)].map((size) => [size, sizes.filter((each) => each === size).length]);
}
