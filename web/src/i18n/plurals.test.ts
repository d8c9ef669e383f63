import { expect, test } from 'vitest';

import * as en from './en/basics';
import { form, number, signed } from './plurals';
import * as ru from './ru/basics';
import * as uk from './uk/basics';

const COUNTS = [...Array(26).keys(), 101, 111];
const ONE = [1, 21, 101];
const FEW = [2, 3, 4, 22, 23, 24];

test.each([
  ['uk', ['карта', 'карти', 'карт'], uk],
  ['ru', ['карта', 'карты', 'карт'], ru],
] as const)('plurals of 0 to 25, 101 and 111: %s', (language, [one, few, many], words) => {
  for (const count of COUNTS) {
    const expected = ONE.includes(count) ? one : FEW.includes(count) ? few : many;
    expect(form(language, count, [one, few, many]), String(count)).toBe(expected);
    expect(words.cards(count)).toBe(`${count} ${expected}`);
  }
});

test('English plurals', () => {
  expect([0, 1, 2, 21].map(en.cards)).toEqual(['0 cards', '1 card', '2 cards', '21 cards']);
});

test('numbers carry a true minus sign', () => {
  expect([number(-5), signed(5), signed(0), signed(-15)]).toEqual(['−5', '+5', '0', '−15']);
});
