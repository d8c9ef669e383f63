import { expect, test } from 'vitest';

import type { GnomesView, LuzView, NizamView } from '../protocol';
import { usesOf } from './gnomes/cards';
import { scenes as gnomesScenes } from './gnomes/scenes';
import { scenes as luzScenes } from './luz/scenes';
import { groupsOf, rangeText } from './luz/view';
import { othersFrom } from './seats';
import {
  areaOf,
  cellsOf,
  lastShifts,
  markOf,
  paidFrom,
  pilesOf,
  priceOf,
  signOf,
  slid,
} from './shifting/lines';
import { scenes as shiftScenes } from './shifting/scenes';

const BOARD = ['RCTEQ', 'SAXRC', 'TEQSA', 'XRCTE', 'QSAXR'];

test('a line slides towards its handle, and the card there wraps round', () => {
  expect(slid(BOARD, '1<')[0]).toBe('CTEQR');
  expect(slid(BOARD, '1>')[0]).toBe('QRCTE');
  expect(
    slid(BOARD, 'a^')
      .map((row) => row[0])
      .join(''),
  ).toBe('STXQR');
  expect(
    slid(BOARD, 'av')
      .map((row) => row[0])
      .join(''),
  ).toBe('QRSTX');
});

test('prices are read from the legal actions', () => {
  const legal = ['draw', '1<', 'b^:???'];
  expect(['1<', 'b^', 'c^'].map((shift) => priceOf(legal, shift))).toEqual(['one', 'three', 'off']);
});

test('cells and areas of lines', () => {
  expect(cellsOf('2', 1, 3)).toEqual([6, 7, 8]);
  expect(cellsOf('c')).toEqual([2, 7, 12, 17, 22]);
  expect(areaOf('2', 1, 3)).toBe('2/2/3/5');
  expect(areaOf('c', 0, 4)).toBe('1/3/5/4');
});

test('a line that has slid is framed, and its way stands in the gaps between its own tiles', () => {
  expect(markOf(['3<'])).toEqual({
    line: '3',
    frame: { x: 4, y: 204, width: 492, height: 92 },
    chevrons: [100, 200, 300, 400].map((gap) => `M${gap + 7} 236L${gap - 7} 250L${gap + 7} 264`).join(''),
  });
  const down = markOf(['av']);
  expect(down.frame).toEqual({ x: 4, y: 4, width: 92, height: 492 });
  expect(down.chevrons).toContain('M36 93L50 107L64 93');
  // To and fro.
  expect(markOf(['1<', '1>']).chevrons).toContain('M107 36L93 50L107 64M193 36L207 50L193 64');
});

test('a shift has a sign in the letters and figures of the handles', () => {
  expect(['3<', 'av'].map(signOf)).toEqual(['3\u00a0←', 'A\u00a0↓']);
});

test('what a plan has paid', () => {
  expect(paidFrom('RRSX', 'RX')).toBe('RS');
  expect(pilesOf('XRRS')).toEqual([
    { kind: 'R', count: 2 },
    { kind: 'S', count: 1 },
    { kind: 'X', count: 1 },
  ]);
});

test('the trace shows the last turn of shifts', () => {
  const event = (seat: number, key: string, facts = {}) => ({ key, seat, facts, ply: 0 });
  const log = [
    event(0, 'nizam.shift', { shift: '1<' }),
    event(1, 'nizam.shift', { shift: '2>' }),
    event(1, 'nizam.shift', { shift: 'a^' }),
    event(1, 'nizam.points', { points: 3 }),
    event(-1, 'nizam.fill'),
  ];
  expect(lastShifts(log)).toEqual({ seat: 1, shifts: ['2>', 'a^'] });
  expect(lastShifts([...log, event(2, 'nizam.draw')])).toBeNull();
});

test('another player’s turn is shown in order: slide, glow, points, leave, refill', () => {
  const before = { board: BOARD, seat: 0, combinations: [] } as unknown as NizamView;
  const after = { ...before, board: slid(BOARD, '1<') } as NizamView;
  const events = [
    { key: 'nizam.shift', seat: 1, facts: { shift: '1<' }, ply: 3 },
    {
      key: 'nizam.combination',
      seat: 1,
      facts: { line: '1', start: 0, length: 3, kind: 'C', points: 3 },
      ply: 4,
    },
    { key: 'nizam.points', seat: 1, facts: { points: 3 }, ply: 4 },
    { key: 'nizam.fill', seat: -1, facts: { cells: [0, 1, 2] }, ply: 4 },
  ];
  const keys = shiftScenes(before, events, after).map((scene) => scene.event?.key);
  expect(keys).toEqual(['nizam.shift', 'nizam.combination', 'nizam.points', 'nizam.fill', 'nizam.fill']);
});

test('a finished trick stays on the table', () => {
  const slot = { colour: 'R', card: null, played: false };
  const trick = { leader: 0, colour: 'R', plays: [{ seat: 0, card: 'R1' }], winner: 0 };
  const before = { hands: [[slot], [slot]], trick } as unknown as LuzView;
  const after = {
    ...before,
    last_trick: { ...trick, plays: [...trick.plays, { seat: 1, card: 'R7' }], winner: 1 },
  } as LuzView;
  const events = [
    { key: 'luz.play', seat: 1, facts: { slot: 1, card: 'R7', way: 'follow' }, ply: 9 },
    { key: 'luz.trick', seat: 1, facts: {}, ply: 9 },
  ];
  const pictures = luzScenes(before, events, after);
  expect(pictures.map((scene) => scene.ms)).toEqual([450, 2000]);
  expect(pictures[1]!.view.trick.plays).toHaveLength(2);
  expect(pictures[1]!.view.hands[1]![0]!.played).toBe(true);
});

test('of a covered trick nothing is turned over', () => {
  const after = { last_trick: null } as unknown as LuzView;
  const events = [{ key: 'luz.play', seat: 1, facts: { slot: 1, way: 'follow' }, ply: 9 }];
  expect(luzScenes(after, events, after)).toEqual([]);
});

test('own cards of Luz are grouped by colour, low to high', () => {
  const hand = [
    { colour: 'R', card: null, played: false },
    { colour: 'R', card: null, played: true },
    { colour: 'R', card: null, played: false },
    { colour: 'P', card: null, played: false },
  ];
  expect(groupsOf(hand)).toEqual([
    { colour: 'R', slots: [1, 3] },
    { colour: 'P', slots: [4] },
  ]);
});

test('the dial of the deduction aid', () => {
  const aid = [{ slot: 1, values: [2, 4, 5, 6] }];
  expect(rangeText(aid, 1, 'full', 'full')).toBe('2,4–6');
  expect(rangeText(aid, 1, 'ranges', 'full')).toBe('2–6');
  expect(rangeText(aid, 1, 'off', 'full')).toBe('');
  expect(rangeText([{ slot: 1, values: [7, 7] }], 1, 'full', 'ranges')).toBe('7');
});

test('what can be done with a card of the gnomes', () => {
  const uses = usesOf(['lay C', 'curse K 1', 'curse K 3', 'wind WR FO'], 'K');
  expect([...uses.targets]).toEqual([
    [1, 'curse K 1'],
    [3, 'curse K 3'],
  ]);
  expect(usesOf(['wind WR FO'], 'WR').fogs.get('FO')).toBe('wind WR FO');
});

test('others sit clockwise from me', () => {
  expect(othersFrom(1, 4)).toEqual([2, 3, 0]);
  expect(othersFrom(-1, 3)).toEqual([0, 1, 2]);
});

test('five bots of Gnomes that all curse are shown in less than six seconds', () => {
  const view = { seat: 0 } as unknown as GnomesView;
  const turn = (seat: number) => [
    { key: 'gnomes.take_open', seat, facts: {}, ply: 0 },
    { key: 'gnomes.curse', seat, facts: {}, ply: 1 },
  ];
  const pictures = gnomesScenes(view, [1, 2, 3, 4, 5].flatMap(turn), view);
  expect(pictures.reduce((sum, scene) => sum + scene.ms, 0)).toBeLessThan(5_700); // The first bot has to think.
});

test('a turn of seven points can be followed: each shift, the combination, the sum', () => {
  const before = { board: BOARD, seat: 0, combinations: [] } as unknown as NizamView;
  const shift = (text: string, ply: number) => ({ key: 'nizam.shift', seat: 1, facts: { shift: text }, ply });
  const run = { line: '1', start: 0, length: 5, kind: 'C', points: 7 };
  const events = [
    shift('1<', 3),
    shift('b^', 4),
    { key: 'nizam.combination', seat: 1, facts: run, ply: 5 },
    { key: 'nizam.points', seat: 1, facts: { points: 7 }, ply: 5 },
  ];
  const pictures = shiftScenes(before, events, before);
  const times = pictures.map((scene) => scene.ms);
  expect(pictures.map((scene) => scene.event!.key.slice(6))).toEqual([
    'shift',
    'shift',
    'combination',
    'points',
  ]);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(600);
  expect(times[2]! + times[3]!).toBeGreaterThanOrEqual(1_500);
});
