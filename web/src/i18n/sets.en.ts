import type { GnomesDecision } from '../protocol';
import { groupsOf } from './sets';

const ONE = ['', 'a single gem', 'a two', 'a three', 'a four', 'a five', 'a six'];
const MANY = ['', 'single gems', 'twos', 'threes', 'fours', 'fives', 'sixes'];
const SIZE = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
const PLACES = ['', '1st', '2nd', '3rd', '4th', '5th', '6th'];

const and = (items: string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** "2 sixes and a four" */
export const sets = (sizes: number[]) =>
  and(groupsOf(sizes).map(([size, count]) => (count === 1 ? ONE[size]! : `${count} ${MANY[size]}`)));

/** "1st", or "tied 1st" if several share the place. */
export const place = (rank: number, sharers: number) => `${sharers > 1 ? 'tied ' : ''}${PLACES[rank]}`;

/** Which set has decided the match; `names` are those of the seats. */
export function decision(
  { best, next, equal, against }: GnomesDecision,
  name: (seat: number) => string,
): string {
  const [size = 0, other = 0] = against;
  if (!next.length) return 'All have the same sets.';
  const versus = `${SIZE[size]} against ${SIZE[other]}`;
  if (!equal.length)
    return other ? `The largest set, ${versus}, decides.` : 'Nobody else has a gem that counts.';
  const seats = [...best, ...next].sort();
  const who = `${and(seats.map(name))} ${seats.length > 2 ? 'all' : 'both'} have ${sets(equal)}`;
  return other
    ? `${who}; the next set, ${versus}, decides.`
    : `${who}; one set more, ${sets([size])}, decides.`;
}
