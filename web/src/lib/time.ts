import { dictionary } from '../i18n/index.svelte';
import type { ClockState } from '../protocol';

/** What is left on a seat's clock at a moment, in milliseconds. */
export function timeLeft(clock: ClockState, seat: number, since: number): number {
  const left = clock.left[seat] ?? 0;
  return Math.max(0, clock.running === seat && !clock.held ? left - since : left);
}

/** How long the clock of a seat still waits for a lost connection at a moment; null if it does not wait. */
export function awayLeft(clock: ClockState, seat: number, since: number): number | null {
  return clock.running === seat && clock.waits ? Math.max(0, (clock.away[seat] ?? 0) - since) : null;
}

/** "0:41", "12:05", "3:00:00", "2 d". */
export function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} d`;
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A day in the reader's language: "31 January 2027". */
export function dayText(at: number): string {
  return new Intl.DateTimeFormat(dictionary.language, { dateStyle: 'long' }).format(at);
}
