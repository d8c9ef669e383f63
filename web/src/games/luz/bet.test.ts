import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { dictionary } from '../../i18n/index.svelte';
import type { LuzView } from '../../protocol';
import { opened, useFakeSocket, useRealSocket } from '../../table.testing';
import BetForm from './BetForm.svelte';
import { luz } from './words';

beforeAll(() => dictionary.use('en'));
beforeEach(useFakeSocket);
afterEach(useRealSocket);

const HAND = Array.from({ length: 10 }, () => ({ colour: 'R', card: null, played: false }));

/** A deal in which Anna has bet four, and up to `most` may be bet. */
function show(most = 10) {
  const view = {
    hands: [HAND, HAND, HAND],
    deals: [{ bets: [{ bid: 4, safety: false }, null, null], tricks: [0, 0, 0] }],
    payoff: { exact: 20, safe: 10, miss: -5 },
    legal: Array.from({ length: most + 1 }, (_, bid) => `bid ${bid}`),
  } as unknown as LuzView;
  let bet = '';
  render(BetForm, {
    table: opened(),
    view,
    get bet() {
      return bet;
    },
    set bet(value) {
      bet = value;
    },
  });
  return {
    less: screen.getByRole('button', { name: luz.less }),
    more: screen.getByRole('button', { name: luz.more }),
    bid: () => Number(document.querySelector('output')!.textContent),
    bet: () => bet,
    table: () => document.querySelector('.tbl')!.textContent,
    brings: () => document.querySelector('.pay .ok dd')!.textContent,
  };
}

test('the stepper stays between nothing and what may be bet', async () => {
  const form = show(3);
  expect(form.bid()).toBe(2);
  for (let step = 0; step < 5; step++) await fireEvent.click(form.more);
  expect([form.bid(), form.more.getAttribute('aria-disabled')]).toEqual([3, 'true']);
  for (let step = 0; step < 7; step++) await fireEvent.click(form.less);
  expect([form.bid(), form.less.getAttribute('aria-disabled')]).toEqual([0, 'true']);
});

test('a bet that may not be made is not offered', () => {
  expect(show(1).bid()).toBe(1);
});

test('it tells what the bet brings, and how the table stands', async () => {
  const form = show();
  expect(form.brings()).toBe('+20');
  expect(form.table()).toContain(luz.tableIs(-4)); // 4 + 2 of ten tricks.
  for (let step = 0; step < 5; step++) await fireEvent.click(form.more);
  expect(form.table()).toContain(luz.tableIs(1));
  await fireEvent.click(screen.getByRole('switch'));
  expect(form.brings()).toBe('+10');
});

test('it hands on the bet as it would be sent, with its bead', async () => {
  const form = show();
  expect(form.bet()).toBe('bid 2');
  await fireEvent.click(form.more);
  await fireEvent.click(screen.getByRole('switch'));
  expect(form.bet()).toBe('bid 3+');
});
