import { beforeEach, expect, test, vi } from 'vitest';

import type { GameInfo, Me, TableInfo } from '../protocol';
import { api, ApiError } from '../lib/api';
import { mixedLevels } from './plans';
import { isFirstTable, keepQuick, notePlayed, quickOf, quickTable } from './quick';
import { session } from '../lib/session.svelte';

const info = (id: string, low: number, high: number) =>
  ({
    id,
    min_players: low,
    max_players: high,
    levels: ['novice', 'casual', 'expert'],
    characters: [],
    options: [],
  }) as unknown as GameInfo;
const NIZAM = info('nizam', 1, 5);
const GNOMES = info('gnomes', 2, 6);

beforeEach(() => {
  localStorage.clear();
  session.me = { id: 'a', name: 'A' } as Me;
  Object.assign(session, { ready: Promise.resolve() });
});

test('what was chosen is remembered for this game, and for no other', () => {
  expect(quickOf(NIZAM)).toEqual({ players: 3, level: 'casual' });
  keepQuick('nizam', { players: 1, level: 'expert' });
  expect(quickOf(NIZAM)).toEqual({ players: 1, level: 'expert' });
  expect(quickOf(GNOMES)).toEqual({ players: 4, level: 'casual' });
});

test('what the game does not have any more is not played', () => {
  for (const kept of [
    { players: 9, level: 'casual' },
    { players: 2.5, level: 'godlike' },
    'nonsense',
    null,
  ]) {
    localStorage.setItem('heliodor', JSON.stringify({ quick: { nizam: kept } }));
    const { players, level } = quickOf(NIZAM);
    expect([players, level]).toEqual([3, 'casual']);
  }
});

test('alone there are no bots, with others there are as many as chosen', () => {
  expect(quickTable(NIZAM, { players: 1, level: 'casual' }, false).seats).toEqual([{ kind: 'me' }]);
  expect(quickTable(NIZAM, { players: 3, level: 'expert' }, false).seats.slice(1)).toEqual([
    { kind: 'bot', level: 'expert' },
    { kind: 'bot', level: 'expert' },
  ]);
});

test('S2: the quick start is preselected for a first table, and only for that', () => {
  expect(quickTable(GNOMES, { players: 4, level: 'casual' }, true).options).toEqual({ quick_start: true });
  expect(quickTable(GNOMES, { players: 4, level: 'casual' }, false).options).toEqual({});
  expect(quickTable(NIZAM, { players: 3, level: 'casual' }, true).options).toEqual({});
});

test('whether a table is the first is known from the server, and failing that from this browser', async () => {
  const mine = vi.spyOn(api, 'myTables').mockResolvedValue({ tables: [{ game: 'luz' } as TableInfo] });
  expect(await isFirstTable('gnomes')).toBe(true);
  mine.mockResolvedValue({ tables: [{ game: 'gnomes' } as TableInfo] });
  expect(await isFirstTable('gnomes')).toBe(false);
  mine.mockRejectedValue(new ApiError('offline', ''));
  expect(await isFirstTable('gnomes')).toBe(true);
  notePlayed('gnomes');
  expect(await isFirstTable('gnomes')).toBe(false);
  mine.mockRestore();
});

test('bots at one table differ in character as far as they can', () => {
  const characters = ['bold', 'careful', 'mean'].flatMap((each) => [`casual:${each}`, `skilled:${each}`]);
  const game = { ...NIZAM, characters };
  for (const level of ['casual', 'skilled'] as const) {
    const levels = mixedLevels(game, level, 4);
    expect(new Set(levels).size).toBe(3);
    expect(levels.every((each) => each.startsWith(`${level}:`))).toBe(true);
    expect(levels[3]).toBe(levels[0]);
  }
  expect(mixedLevels(game, 'expert', 2)).toEqual(['expert', 'expert']);
  expect(mixedLevels(NIZAM, 'casual', 2)).toEqual(['casual', 'casual']);
  const wanted = quickTable(game, { players: 4, level: 'casual' }, false).seats.slice(1);
  expect(new Set(wanted.map((seat) => seat.level)).size).toBe(3);
});
