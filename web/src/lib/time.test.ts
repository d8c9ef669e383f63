import { beforeAll, expect, test } from 'vitest';

import { dictionary } from '../i18n/index.svelte';
import { awayLeft, deadlineOf, timeLeft, timeText } from './time';

beforeAll(() => dictionary.use('en'));

test('only the running clock runs, and not while it is held', () => {
  const clock = {
    left: [60_000, 30_000],
    running: 0,
    held: false,
    waits: false,
    away: [120_000, 0],
    grace: [true, true],
  };
  expect(timeLeft(clock, 0, 1_500)).toBe(58_500);
  expect(timeLeft(clock, 1, 1_500)).toBe(30_000);
  expect(timeLeft({ ...clock, held: true }, 0, 1_500)).toBe(60_000);
  expect(timeLeft(clock, 0, 99_000)).toBe(0);
});

test('what waits for a lost connection uses up the allowance of its seat', () => {
  const clock = {
    left: [60_000, 30_000],
    running: 0,
    held: true,
    waits: true,
    away: [120_000, 9_000],
    grace: [true, true],
  };
  expect(awayLeft(clock, 0, 20_000)).toBe(100_000);
  expect(awayLeft(clock, 0, 200_000)).toBe(0);
  expect(awayLeft(clock, 1, 20_000)).toBeNull();
  expect(awayLeft({ ...clock, waits: false }, 0, 20_000)).toBeNull();
  expect(timeLeft(clock, 0, 20_000)).toBe(60_000);
});

test('times read as on a clock', () => {
  expect([500, 41_000, 725_000, 10_800_000, 3 * 86_400_000].map(timeText)).toEqual([
    '0:01',
    '0:41',
    '12:05',
    '3:00:00',
    '3 d',
  ]);
});

test('a vacation stops the running clock and moves its end', () => {
  const clock = {
    left: [60_000, 30_000],
    running: 0,
    held: false,
    waits: false,
    rests: 5_000,
    away: [0, 0],
    grace: [true, true],
  };
  expect([4_000, 5_000, 7_000].map((since) => timeLeft(clock, 0, since))).toEqual([60_000, 60_000, 58_000]);
  expect(deadlineOf(clock, 0, 1_000)).toBe(66_000);
  expect(deadlineOf(clock, 1, 1_000)).toBeNull();
  expect(deadlineOf({ ...clock, held: true }, 0, 1_000)).toBeNull();
});
