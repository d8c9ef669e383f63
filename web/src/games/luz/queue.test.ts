import { expect, test } from 'vitest';

import type { LuzView } from '../../protocol';
import { canQueue, isFor, queue } from './queue';

/** The second trick of a deal: seat 2 has led it, seat 0 is next, the reader is seat 1. */
function view(changes: Partial<LuzView> = {}): LuzView {
  return {
    phase: 'playing',
    over: false,
    seat: 1,
    to_act: 0,
    deal: 3,
    deals: [{ tricks: [0, 0, 1] }],
    trick: { leader: 2, colour: 'R', plays: [{ seat: 2, card: 'R4' }], winner: 2 },
    ...changes,
  } as unknown as LuzView;
}

test('a card is chosen beforehand in a trick that has begun and still waits for it', () => {
  const begun = view().trick;
  expect(canQueue(view())).toBe(true);
  expect(canQueue(view({ trick: { ...begun, plays: [] } }))).toBe(false);
  expect(canQueue(view({ trick: { ...begun, plays: [{ seat: 1, card: 'R2' }] } }))).toBe(false);
  expect(canQueue(view({ to_act: 1 }))).toBe(false);
  expect(canQueue(view({ seat: -1 }))).toBe(false);
  expect(canQueue(view({ phase: 'betting' }))).toBe(false);
  expect(canQueue(view({ over: true }))).toBe(false);
});

test('it is for that trick and no other', () => {
  const queued = queue(view(), 4);
  expect(queued.slot).toBe(4);
  expect(isFor(queued, view({ to_act: 1 }))).toBe(true);
  expect(isFor(queued, view({ trick: { ...view().trick, leader: 0 } }))).toBe(false);
  expect(isFor(queued, view({ deals: [{ tricks: [0, 0, 2] }] as LuzView['deals'] }))).toBe(false);
  expect(isFor(queued, view({ deal: 4 }))).toBe(false);
});
