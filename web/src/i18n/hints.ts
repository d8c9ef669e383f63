import type { Facts } from './en';

/** Tells one reason of a hint: its facts, how seats are called, and the words of the language. */
export type Reason = (facts: Facts, names: (seat: number) => string) => string;

/** Words that reasons are made of, in one language. */
export interface Basics {
  gem: Record<string, string>;
  gems: (codes: string) => string;
  suitCard: (card: string) => string;
  gnomeCard: (card: string) => string;
  line: (name: string) => string;
  shift: (text: string) => string;
  cards: (count: number) => string;
  points: (count: number) => string;
  tricks: (count: number) => string;
  list: (items: string[], word?: string) => string;
}

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

/** How large the set is that there is one more of after a gem is laid; 0 if nothing counts more. */
export function setMade(before: number[], after: number[]): number {
  const place = after.findIndex((count, at) => count > before[at]!);
  return place < 0 ? 0 : after.length - place;
}

/** "62 %": a share of one. */
export function percent(share: number): string {
  return `${Math.round(100 * share)}\u00a0%`;
}

/** "2.4", with the comma where it is written so; whole numbers stay whole. */
export function decimal(value: number, comma: '.' | ',', digits = 1): string {
  const text = Math.abs(value).toFixed(digits).replace(/\.0+$/, '').replace('.', comma);
  return value < 0 && text !== '0' ? `−${text}` : text;
}

/** "+2.4" */
export function signedDecimal(value: number, comma: '.' | ','): string {
  const text = decimal(value, comma);
  return text === '0' || text.startsWith('−') ? text : `+${text}`;
}

/** "4", or "2–9" where not all between need be possible. */
export function rangeOf(values: number[]): string {
  return values.length === 1 ? String(values[0]) : `${values[0]}–${values.at(-1)}`;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Reasons of one game, under their whole keys. */
export function prefixed(prefix: string, own: Record<string, Reason>): Record<string, Reason> {
  return Object.fromEntries(Object.entries(own).map(([key, reason]) => [prefix + key, reason]));
}
