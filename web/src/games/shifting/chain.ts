const MOST_NAMED_SHIFTS = 2; // Of a chain: a longer one is only counted, the hint shows it anyway.

/** Runs of the same shift: ["2<", 2], ["b^", 1]; null if the chain is too long to be named. */
export function namedShifts(shifts: string[]): [shift: string, times: number][] | null {
  const runs: [string, number][] = [];
  for (const shift of shifts) {
    const last = runs.at(-1);
    if (last?.[0] === shift) last[1]++;
    else runs.push([shift, 1]);
  }
  return runs.length > MOST_NAMED_SHIFTS ? null : runs;
}
