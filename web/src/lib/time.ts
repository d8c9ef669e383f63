import { dictionary, t } from '../i18n/index.svelte';
import type { ClockState } from '../protocol';

/** What is left on a seat's clock at a moment, in milliseconds. */
export function timeLeft(clock: ClockState, seat: number, since: number): number {
  const left = clock.left[seat] ?? 0;
  const charged = Math.max(0, since - (clock.rests ?? 0)); // It stands still while its player is on vacation.
  return Math.max(0, clock.running === seat && !clock.held ? left - charged : left);
}

/** When a seat's clock is up, if nothing changes; null if it does not run. `came`: when the clock came. */
export function deadlineOf(clock: ClockState, seat: number, came: number): number | null {
  if (clock.running !== seat || clock.held) return null;
  return came + (clock.left[seat] ?? 0) + (clock.rests ?? 0);
}

/** How long the clock of a seat still waits for a lost connection at a moment; null if it does not wait. */
export function awayLeft(clock: ClockState, seat: number, since: number): number | null {
  return clock.running === seat && clock.waits ? Math.max(0, (clock.away[seat] ?? 0) - since) : null;
}

/** "0:41", "12:05", "3:00:00", "2 d". */
export function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 2 * 86_400) return t.home.daysShort(Math.floor(seconds / 86_400));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A day in the reader's language: "31 January 2027". */
export function dayText(at: number): string {
  return new Intl.DateTimeFormat(dictionary.language, { dateStyle: 'long' }).format(at);
}

/** A day of these weeks, short: "31 Jan". */
export function dayShort(at: number): string {
  return new Intl.DateTimeFormat(momentLocale(), { day: 'numeric', month: 'short' }).format(at);
}

/** A day and a time in the reader's language and time zone. */
export function momentText(at: number): string {
  const form = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  } as const;
  return new Intl.DateTimeFormat(momentLocale(), form).format(at);
}

/** The reader's language as the browser has it: its own kind of English, for instance, knows whether people write "18:00". */
export function momentLocale(): string {
  return navigator.languages?.find((tag) => tag.startsWith(dictionary.language)) ?? dictionary.language;
}
