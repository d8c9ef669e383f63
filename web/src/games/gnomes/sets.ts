/** Sizes of sets and how many there are of each: 6, 6, 4 is two sixes and a four. */
export function groupsOf(sizes: number[]): [size: number, count: number][] {
  return [...new Set(sizes)].map((size) => [size, sizes.filter((each) => each === size).length]);
}

/** The size of the largest set of which there is one more after a gem is laid; 0 if there is none. */
export function setMade(before: number[], after: number[]): number {
  const place = after.findIndex((count, at) => count > before[at]!);
  return place < 0 ? 0 : after.length - place;
}
