// @vitest-environment node
import { expect, test } from 'vitest';

import { bars, binsOf, median, shareBeaten, shareLines } from './daily';

const COUNTS = [
  { score: 30, people: 5 },
  { score: 50, people: 10 },
  { score: 61, people: 6 },
];

test('a result is compared with the other players, when there are enough', () => {
  expect(shareBeaten(COUNTS, 61)).toBe(75);
  expect(shareBeaten(COUNTS, 30)).toBe(0);
  expect(shareBeaten(COUNTS.slice(0, 2), 50)).toBeNull();
  expect(median(COUNTS)).toBe(50);
  expect(median([])).toBeNull();
});

test('groups have three points each, and everybody is in one', () => {
  const bins = binsOf(COUNTS, [74]);
  expect(bins[0]).toEqual({ from: 30, to: 32, people: 5 });
  expect(bins.at(-1)).toEqual({ from: 72, to: 74, people: 0 });
  expect(bins.reduce((sum, { people }) => sum + people, 0)).toBe(21);
  expect(binsOf([{ score: 0, people: 1 }], [200]).length).toBeLessThanOrEqual(21);
});

test('the text to share has heights and no move', () => {
  expect(bars([0, 9, 3])).toBe('▁█▃');
  const words = { title: 'T', points: '61 points', better: (share: number) => `${share} %`, days: '6 days' };
  const lines = shareLines({ turns: [0, 9], counts: COUNTS, score: 61 }, words);
  expect(lines).toEqual(['T', '61 points · 75 %', '▁█ · 6 days']);
  expect(shareLines({ turns: [], counts: null, score: 61 }, words)).toEqual(['T', '61 points', '6 days']);
});
