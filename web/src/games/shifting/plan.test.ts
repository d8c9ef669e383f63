import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { dictionary } from '../../i18n/index.svelte';
import {
  accept,
  FakeSocket,
  opened,
  snapshot,
  update,
  useFakeSocket,
  useRealSocket,
  VIEW,
} from '../../table.testing';
import { Plan, type ShiftingView } from './plan.svelte';
import PlanStrip from './PlanStrip.svelte';
import { shifting } from './words';

beforeAll(() => dictionary.use('en'));
beforeEach(useFakeSocket);
afterEach(useRealSocket);

const BOARD = ['RCTEQ', 'SAXRC', 'TEQSA', 'XRCTE', 'QSAXR'];
const POSITION = { ...VIEW, board: BOARD, hands: ['RRSTX', null], legal: ['draw', '1<', 'b^:???'] };

function planned(): Plan {
  return new Plan(opened<ShiftingView>(snapshot({ view: POSITION })));
}

/** Answer the last preview: what is left in hand. */
async function previewed(hand: string) {
  const request = FakeSocket.last.sent.at(-1)!;
  expect(request.type).toBe('preview');
  FakeSocket.last.receive({
    type: 'previewed',
    request: request.request,
    ply: 0,
    played: 1,
    wall: false,
    refused: null,
    view: { ...POSITION, hands: [hand, null], legal: ['1<', 'done'] },
  });
  await vi.advanceTimersByTimeAsync(0);
  return request.actions;
}

test('the first tap tries a shift, the second plans it, and the turn is one request', async () => {
  const plan = planned();
  void plan.tap('1<');
  expect(await previewed('RSTX')).toEqual(['1<']);
  expect([plan.tried, plan.actions]).toEqual(['1<', []]);
  await plan.tap('1<');
  expect([plan.tried, plan.actions]).toEqual([null, ['1<']]);
  void plan.tap('1<');
  expect(await previewed('STX')).toEqual(['1<', '1<']);
  await plan.tap('1<');
  void plan.send();
  void plan.send(); // A second tap on the button.
  const acts = FakeSocket.last.sent.filter((each) => each.type === 'act');
  expect(acts).toMatchObject([{ actions: ['1<', '1<', 'done'] }]);
  accept(3);
  update(0, { to_act: 1, legal: [] });
  expect(plan.actions).toHaveLength(2); // The view is not there yet.
  update(1, {});
  update(2, {});
  await vi.advanceTimersByTimeAsync(0);
  expect(plan.isEmpty).toBe(true);
});

test('the turn cannot be sent while cards to pay with are chosen, and the server says what is missing', async () => {
  const plan = planned();
  void plan.tap('1<');
  await previewed('RSTX');
  await plan.tap('1<');
  expect(plan.isReady).toBe(true);
  plan.planned = { ...plan.planned!, legal: ['b^:???', 'done'] };
  await plan.tap('b^');
  expect([plan.choosing, plan.isReady]).toEqual(['b^', false]);
  await plan.choose('R');
  void plan.send();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'preview', actions: ['1<', 'b^'] });
  expect([plan.choosing, plan.chosen]).toEqual(['b^', ['R']]);
  expect(FakeSocket.last.sent.some((each) => each.type === 'act')).toBe(false);
});

test('a preview that was cancelled on its way does not open', async () => {
  const plan = planned();
  void plan.tap('1<');
  const first = FakeSocket.last.sent.at(-1)!;
  void plan.tap('1<'); // Nothing to plan yet: the preview has not come.
  expect(plan.actions).toEqual([]);
  plan.cancel();
  FakeSocket.last.receive({
    type: 'previewed',
    request: first.request,
    ply: 0,
    played: 1,
    wall: false,
    refused: null,
    view: POSITION,
  });
  await vi.advanceTimersByTimeAsync(0);
  expect([plan.tried, plan.preview]).toEqual([null, null]);
});

test('any three cards are chosen one by one, and sent in the order of the kinds', async () => {
  const plan = planned();
  await plan.tap('b^');
  expect(plan.choosing).toBe('b^');
  void plan.choose('X');
  void plan.choose('S');
  expect(plan.tried).toBeNull();
  void plan.choose('R');
  const [action] = (await previewed('RT')) as string[];
  expect(action).toMatch(/^b\^:/);
  expect([...action!.slice(3)].sort().join('')).toBe('RSX');
});

test('a refused shift is explained and not planned', async () => {
  const plan = planned();
  void plan.tap('5>');
  const request = FakeSocket.last.sent.at(-1)!;
  const reason = { key: 'no_card', text: 'x', rule: 'N9' };
  FakeSocket.last.receive({
    type: 'previewed',
    request: request.request,
    ply: 0,
    played: 0,
    wall: false,
    refused: reason,
    view: POSITION,
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(plan.isEmpty).toBe(true);
});

test('the strip shows chips, cards left, and steps back', async () => {
  const plan = planned();
  const sum = createRawSnippet(() => ({ render: () => '<i>3 + 5 = 8</i>' }));
  render(PlanStrip, { plan, seat: 0, sum });
  const undo = screen.getByRole('button', { name: shifting.undo });
  expect([document.querySelectorAll('.chip').length, undo.getAttribute('aria-disabled')]).toEqual([
    0,
    'true',
  ]);
  void plan.tap('1<');
  await previewed('RSTX');
  expect(document.querySelectorAll('.chip.pre')).toHaveLength(1);
  await plan.tap('1<');
  await vi.advanceTimersByTimeAsync(0);
  expect(document.querySelectorAll('.chip:not(.pre)')).toHaveLength(1);
  expect(document.querySelector('.sum')!.textContent).toMatch(/3 \+ 5 = 8.*4/);
  await fireEvent.click(undo);
  expect(document.querySelectorAll('.chip')).toHaveLength(0);
});
