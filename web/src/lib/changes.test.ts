import { expect, test } from 'vitest';

import { applyChanges } from './changes';

test('paths lead into lists and records, and the old view stays as it was', () => {
  const view = { deck: 5, hands: [{ cards: ['R', 'S'] }, { cards: ['X'] }] };
  const next = applyChanges(view, { deck: 4, 'hands/0/cards/1': 'T' });
  expect(next).toEqual({ deck: 4, hands: [{ cards: ['R', 'T'] }, { cards: ['X'] }] });
  expect(view.hands[0]!.cards).toEqual(['R', 'S']);
  expect(next.hands[1]).toBe(view.hands[1]);
});

test('a new value replaces whatever was there', () => {
  expect(applyChanges({ trick: { plays: [1, 2] } }, { trick: null })).toEqual({ trick: null });
});
