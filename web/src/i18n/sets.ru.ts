import type { GnomesDecision } from '../protocol';
import { counted, type Forms } from './plurals';
import { groupsOf } from './sets';

const ONE = ['', 'один камень', 'двойка', 'тройка', 'четвёрка', 'пятёрка', 'шестёрка'];
const OF_ONE = ['', 'одного камня', 'двойки', 'тройки', 'четвёрки', 'пятёрки', 'шестёрки'];
const FORMS: Forms[] = [
  ['', ''],
  ['камень', 'камня', 'камней'],
  ['двойка', 'двойки', 'двоек'],
  ['тройка', 'тройки', 'троек'],
  ['четвёрка', 'четвёрки', 'четвёрок'],
  ['пятёрка', 'пятёрки', 'пятёрок'],
  ['шестёрка', 'шестёрки', 'шестёрок'],
];
const PLACES = ['', '1-е', '2-е', '3-е', '4-е', '5-е', '6-е'];

const and = (items: string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} и ${items.at(-1)}`;
export const sets = (sizes: number[]) =>
  and(
    groupsOf(sizes).map(([size, count]) => (count === 1 ? ONE[size]! : counted('ru', count, FORMS[size]!))),
  );

/** "1-е", or "1–2-е" if two share the place. */
export const place = (rank: number, sharers: number) =>
  sharers > 1 ? `${rank}–${PLACES[rank + sharers - 1]}` : PLACES[rank]!;

export function decision(
  { best, next, equal, against }: GnomesDecision,
  name: (seat: number) => string,
): string {
  const [size = 0, other = 0] = against;
  if (!next.length) return 'У всех одинаковые наборы.';
  const versus = `${ONE[size]} против ${OF_ONE[other]}`;
  if (!equal.length)
    return other ? `Решает самый большой набор: ${versus}.` : 'У остальных нет камней, которые считаются.';
  const seats = [...best, ...next].sort();
  const who = `${and(seats.map(name))}: ${seats.length > 2 ? 'у всех' : 'у обоих'} ${sets(equal)}`;
  return other
    ? `${who}; решает следующий набор: ${versus}.`
    : `${who}; решает ещё один набор: ${ONE[size]}.`;
}
