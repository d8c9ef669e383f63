import { t } from '../i18n/index.svelte';
import type { Explanation } from '../lib/explanation';
import { namesAt } from '../lib/people';
import type { TableState } from '../lib/table.svelte';

/** How a seat is called in an explanation; null for the reader. */
export function whoIs(table: TableState, seat: number): string | null {
  return table.isYou(seat) ? null : nameAt(table, seat);
}

export function nameAt(table: TableState, seat: number): string {
  return namesAt(table.info)[seat] ?? '?';
}

/** What the explanation of a player says about the clock, if the table has clocks. */
export function clockLines(table: TableState, seat: number): string[] {
  return table.clock && table.info?.seats[seat]?.kind !== 'bot' ? explainClock(table, seat).text : [];
}

/** What every table has beside a seat: its clock. */
export function explainClock(table: TableState, seat: number): Explanation {
  const words = t.explain.clock;
  return {
    title: words.title,
    picture: { art: 'i-clock', class: 'i' },
    text: [words.text(nameAt(table, seat)), table.info?.settings.cover === false ? words.wait : words.cover],
    rules: [],
  };
}
