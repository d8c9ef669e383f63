/** Sizes of sets and how many there are of each: 6, 6, 4 is two sixes and a four. */
export function groupsOf(sizes: number[]): [size: number, count: number][] {
  return [...new Set(sizes)].map((size) => [size, sizes.filter((each) => each === size).length]);
}

/** How large the set is that there is one more of after a gem is laid; 0 if nothing counts more. */
export function setMade(before: number[], after: number[]): number {
  const place = after.findIndex((count, at) => count > before[at]!);
  return place < 0 ? 0 : after.length - place;
}
