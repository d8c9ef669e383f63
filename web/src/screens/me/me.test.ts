import { expect, test } from 'vitest';

import { curvePath } from './curve';

const at = (...ratings: number[]) => ratings.map((rating, place) => ({ at: place, rating }));

test('a curve goes from the left to the right, and higher ratings are higher', () => {
  expect(curvePath(at(1500, 1600, 1550))).toBe('M0 30L50 4L100 17');
});

test('one match is a level line, and without a match there is no line', () => {
  expect(curvePath(at(1512))).toBe('M0 17L100 17');
  expect(curvePath([])).toBe('');
});
