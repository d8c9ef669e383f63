import { expect, test } from 'vitest';

import { shiftAt, type Spot, stepFrom } from './arrows';

const KEYS = { u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' } as const;

function walk(from: Spot, keys: string): string {
  const last = [...keys].reduce((at, key) => stepFrom(at, KEYS[key as keyof typeof KEYS]), from);
  return last.join('-');
}

test('arrows lead over cells to the handles, and stop at the edge', () => {
  expect(walk([3, 3], 'uuu')).toBe('0-3');
  expect(walk([3, 3], 'uuuuu')).toBe('0-3');
  expect(walk([3, 3], 'lllld')).toBe('4-0');
  expect(walk([0, 3], 'd')).toBe('1-3');
});

test('arrows lead along a side and round every corner', () => {
  expect(walk([0, 4], 'rr')).toBe('1-6');
  expect(walk([4, 6], 'dd')).toBe('6-5');
  expect(walk([6, 2], 'll')).toBe('5-0');
  expect(walk([2, 0], 'uu')).toBe('0-1');
  expect(walk([0, 1], 'l')).toBe('1-0');
  expect(walk([5, 0], 'd')).toBe('6-1');
  expect(walk([6, 5], 'r')).toBe('5-6');
  expect(walk([1, 6], 'u')).toBe('0-5');
});

test('with Shift an arrow slides the line of its place', () => {
  expect(shiftAt([3, 2], 'ArrowLeft')).toBe('3<');
  expect(shiftAt([3, 2], 'ArrowDown')).toBe('bv');
  expect(shiftAt([0, 2], 'ArrowUp')).toBe('b^');
  expect(shiftAt([0, 2], 'ArrowLeft')).toBeNull();
});
