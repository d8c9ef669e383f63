import type { GnomesDecision } from '../protocol';
import { counted, type Forms } from './plurals';
import { groupsOf } from './sets';

const ONE = ['', 'один камінь', 'двійка', 'трійка', 'четвірка', 'п’ятірка', 'шістка'];
const OF_ONE = ['', 'одного каменя', 'двійки', 'трійки', 'четвірки', 'п’ятірки', 'шістки'];
const FORMS: Forms[] = [
  ['', ''],
  ['камінь', 'камені', 'каменів'],
  ['двійка', 'двійки', 'двійок'],
  ['трійка', 'трійки', 'трійок'],
  ['четвірка', 'четвірки', 'четвірок'],
  ['п’ятірка', 'п’ятірки', 'п’ятірок'],
  ['шістка', 'шістки', 'шісток'],
];
const PLACES = ['', '1-ше', '2-ге', '3-тє', '4-те', '5-те', '6-те'];

const and = (items: string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} і ${items.at(-1)}`;
export const sets = (sizes: number[]) =>
  and(
    groupsOf(sizes).map(([size, count]) => (count === 1 ? ONE[size]! : counted('uk', count, FORMS[size]!))),
  );

/** "1-ше", or "1–2-ге" if two share the place. */
export const place = (rank: number, sharers: number) =>
  sharers > 1 ? `${rank}–${PLACES[rank + sharers - 1]}` : PLACES[rank]!;

export function decision(
  { best, next, equal, against }: GnomesDecision,
  name: (seat: number) => string,
): string {
  const [size = 0, other = 0] = against;
  if (!next.length) return 'В усіх однакові набори.';
  const versus = `${ONE[size]} проти ${OF_ONE[other]}`;
  if (!equal.length)
    return other ? `Вирішує найбільший набір: ${versus}.` : 'В інших немає каменів, що рахуються.';
  const seats = [...best, ...next].sort();
  const who = `${and(seats.map(name))}: ${seats.length > 2 ? 'в усіх' : 'в обох'} ${sets(equal)}`;
  return other
    ? `${who}; вирішує наступний набір: ${versus}.`
    : `${who}; вирішує ще один набір: ${ONE[size]}.`;
}
