import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { EventInfo } from '../protocol';
import type { AnyView, SceneMaker } from '../lib/scene';
import { FakeSocket, opened, snapshot, useFakeSocket, useRealSocket, VIEW } from '../table.testing';
import { scenes as gnomesScenes } from './gnomes/scenes';
import { scenes as luzScenes } from './luz/scenes';
import { scenes as shiftScenes } from './shifting/scenes';

beforeEach(useFakeSocket);
afterEach(useRealSocket);

const PACE = 300; // Milliseconds between the decisions of bots: `bot_pace` of the server.
const BOARD = ['RCTEQ', 'SAXRC', 'TEQSA', 'XRCTE', 'QSAXR'];

interface Turn {
  events: Omit<EventInfo, 'ply' | 'seat'>[];
  changes?: object;
}
const anyView = (scenes: unknown) => scenes as SceneMaker<AnyView>;
const fact = (key: string, facts: object = {}) => ({ key, facts }) as Turn['events'][number];

const shifts = (game: string) => ['1<', 'b^', '3>'].map((shift) => fact(`${game}.shift`, { shift }));
const card = fact('luz.play', { slot: 1, card: 'R7', way: 'follow' });
const trick = { plays: [], winner: 1 };

/** The longest round of a full table: what each of the others does in it. */
const LONGEST: Record<string, { scenes: SceneMaker<AnyView>; turns: Turn[]; most: number }> = {
  gnomes: {
    scenes: anyView(gnomesScenes),
    turns: Array(5).fill({
      events: [fact('gnomes.take_open', { slot: 1 }), fact('gnomes.curse', { target: 0 })],
    }),
    most: 6_000,
  },
  nizam: {
    scenes: anyView(shiftScenes),
    turns: Array(4).fill({
      events: [
        ...shifts('nizam'),
        ...Array(2).fill(fact('nizam.combination', { line: '1', start: 0, length: 3, points: 3 })),
        fact('nizam.points', { points: 7, bonus: 1 }),
        fact('nizam.fill', { cells: [0, 1, 2] }),
      ],
    }),
    most: 8_000,
  },
  pearl: {
    scenes: anyView(shiftScenes),
    turns: Array(4).fill({
      events: [...shifts('pearl'), fact('pearl.task', { kind: 'R' }), fact('pearl.task', { kind: 'C' })],
    }),
    most: 8_000,
  },
  luz: {
    scenes: anyView(luzScenes),
    // They end a trick, and the first of them leads the next.
    turns: [
      ...Array(3).fill({ events: [card] }),
      { events: [card, fact('luz.trick', { tricks: 1, bid: 2 })], changes: { last_trick: trick } },
      ...Array(4).fill({ events: [card] }),
    ],
    most: 8_000,
  },
};

/** Milliseconds from my action until I can act again, if the others take such turns. */
function wait(scenes: SceneMaker<AnyView>, turns: Turn[]): number {
  const view = {
    ...VIEW,
    to_act: 1,
    legal: [],
    board: BOARD,
    combinations: [],
    hands: [[], [], [], [], [], []],
  };
  const table = opened(snapshot({ view }), {}, scenes);
  const began = Date.now();
  turns.forEach(({ events, changes = {} }, ply) => {
    vi.advanceTimersByTime(PACE);
    const isLast = ply === turns.length - 1;
    FakeSocket.last.receive({
      type: 'update',
      since: ply,
      ply: ply + 1,
      changes: { ...changes, ...(isLast ? { to_act: 0, legal: ['draw'] } : {}) },
      events: events.map((event) => ({ ...event, seat: 1 + (ply % 5), ply })),
    });
  });
  while (!table.canAct) vi.advanceTimersByTime(10);
  return Date.now() - began;
}

test.each(Object.keys(LONGEST))('the longest round of a full table of %s is over in time', (game) => {
  const { scenes, turns, most } = LONGEST[game]!;
  const ms = wait(scenes, turns);
  expect(ms).toBeLessThanOrEqual(most);
  expect(ms).toBeGreaterThan(most / 2); // And it was shown.
});

test('one big turn of a bot goes at its own speed', () => {
  const { scenes, turns } = LONGEST.nizam!;
  const slides = 3 * 600;
  const points = 1000 + 400 + 700;
  expect(wait(scenes, turns.slice(0, 1))).toBeGreaterThanOrEqual(PACE + slides + points);
});
