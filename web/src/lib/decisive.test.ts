import { expect, test } from 'vitest';

import type { EventInfo } from '../protocol';
import { decisiveMoments } from './decisive';

const READER = {
  gain: ({ key, facts }: EventInfo) => (key === 'score' ? (facts!.points as number) : null),
  hit: ({ key, facts }: EventInfo) => (key === 'harm' ? (facts!.target as number) : null),
};

const points = (seat: number, amount: number, ply: number): EventInfo => ({
  key: 'score',
  seat,
  facts: { points: amount },
  ply,
});

test('the winner leads for good from the last change on, and the largest turn is named', () => {
  const log = [points(0, 5, 0), points(1, 7, 3), points(0, 9, 6), points(1, 3, 8)];
  expect(decisiveMoments(log, [0], READER)).toEqual([
    { what: 'gain', seat: 0, amount: 9, ply: 6 },
    { what: 'lead', seat: 0, amount: 7, ply: 7 },
  ]);
});

test('turns of a solo player are not added up', () => {
  const shift: EventInfo = { key: 'move', seat: 0, facts: {}, ply: 2 };
  expect(decisiveMoments([points(0, 5, 1), shift, points(0, 9, 2)], [], READER)).toEqual([
    { what: 'gain', seat: 0, amount: 9, ply: 2 },
  ]);
});

test('tasks of one turn are one gain', () => {
  const task = (seat: number, ply: number): EventInfo => ({ key: 'score', seat, facts: { points: 1 }, ply });
  const log = [task(0, 0), { key: 'move', seat: 1, ply: 1 }, task(1, 4), task(1, 5), task(0, 7)];
  expect(decisiveMoments(log, [0, 1], READER)).toEqual([{ what: 'gain', seat: 1, amount: 2, ply: 4 }]);
});

test('a scoring is compared once all its events are in', () => {
  const deal = (ply: number, ...amounts: number[]) =>
    amounts.map((amount, seat) => ({ key: 'score', seat, facts: { points: amount }, ply }));
  const log = [...deal(50, 5, 10, 20), ...deal(100, 30, 10, 20)]; // Seat 2 leads; the event of seat 0 comes first.
  expect(decisiveMoments(log, [2], READER).filter((moment) => moment.what === 'lead')).toEqual([
    { what: 'lead', seat: 2, amount: 10, ply: 51 },
  ]);
});

test('a match of curses names the player hit most', () => {
  const curse = (target: number, ply: number): EventInfo => ({
    key: 'harm',
    seat: 0,
    facts: { card: 'K', target },
    ply,
  });
  expect(decisiveMoments([curse(1, 0), curse(2, 3), curse(2, 5)], [0], READER)).toEqual([
    { what: 'hit', seat: 2, amount: 2, ply: 6 },
  ]);
});
