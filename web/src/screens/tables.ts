import { t } from '../i18n/index.svelte';
import { nameOf } from '../lib/people';
import { dayShort, momentText } from '../lib/time';
import type { TableInfo } from '../protocol';

const HOUR = 3_600_000;
const SHORT = 6 * HOUR; // From here on a deadline is shown as a warning.

/** Whether a match or a lobby has not ended. */
export function isRunning(table: TableInfo): boolean {
  return table.status !== 'over' && table.status !== 'stopped';
}

/** Whether all other seats are bots: then nobody else has to be waited for. */
function isAlone(table: TableInfo): boolean {
  return table.seats.every((seat) => seat.yours || seat.kind === 'bot');
}

/** Whether somebody at this browser decides next; alone among bots that is so whenever the table sleeps. */
export function isMyTurn(table: TableInfo): boolean {
  if (table.status !== 'playing') return false;
  if (table.to_act === null) return isAlone(table);
  return table.seats[table.to_act]?.yours ?? false;
}

/** Whether a table waits for the person at this browser, or for nobody but bots. */
export function isMine(table: TableInfo): boolean {
  return isMyTurn(table) || (table.status === 'playing' && isAlone(table));
}

/** Whose turn it is, in words; empty if nobody's. */
export function turnOf(table: TableInfo): string {
  if (isMyTurn(table)) return t.home.yourTurn;
  const seat = table.status === 'playing' ? table.seats[table.to_act ?? -1] : undefined;
  return seat ? t.home.turnOf(nameOf(seat)) : '';
}

/** With whom, or what is waited for. */
export function companyOf(table: TableInfo): string {
  if (table.status === 'open') return t.home.notStarted;
  if (table.status === 'paused') return t.home.paused;
  return t.home.tableWith(table.seats.filter((seat) => !seat.yours).map((seat) => nameOf(seat)));
}

/** Tables that wait for me before the others; the soonest deadline first. */
export function byDeadline(a: TableInfo, b: TableInfo): number {
  return Number(isMine(b)) - Number(isMine(a)) || (a.deadline ?? Infinity) - (b.deadline ?? Infinity) || 0;
}

/** How long until a deadline, and when that is on the reader's own clock: "3 h left · Fri, 20 Nov, 18:00". */
export function deadlineText(deadline: number, now: number): string {
  const left = Math.max(0, deadline - now);
  const days = left >= 48 * HOUR - 60_000 ? Math.round(left / (24 * HOUR)) : 0;
  return `${t.home.left(days, Math.floor(left / HOUR), Math.ceil(left / 60_000))} · ${momentText(deadline)}`;
}

/** Whether little of the time is left. */
export function isShort(deadline: number, now: number): boolean {
  return deadline - now < SHORT;
}

/** That a table ends soon, if it does. */
export function expiryText(table: TableInfo): string {
  return table.expires_at && isRunning(table) ? t.expiry.row(dayShort(table.expires_at)) : '';
}
