import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import type { GameModule } from '../lib/game';
import { dictionary } from '../i18n/index.svelte';
import { FakeSocket, opened, snapshot, useFakeSocket, useRealSocket, VIEW } from '../table.testing';
import Curtain from './Curtain.svelte';
import HoldButton from '../ui/HoldButton.svelte';

beforeAll(() => dictionary.use('en'));
beforeEach(useFakeSocket);
afterEach(useRealSocket);

function shared(hasPin = false) {
  const first = snapshot({ seats: [0, 1], seat: -1, view: { ...VIEW, seat: -1 } });
  first.table.seats[0]!.has_pin = hasPin;
  return opened(first);
}

function looks() {
  return FakeSocket.last.sent.filter((each) => each.type === 'look');
}

test('a short tap opens nothing, half a second does', async () => {
  render(HoldButton, { table: shared(), seat: 0, name: 'Blue' });
  const button = screen.getByRole('button');
  await fireEvent.pointerDown(button);
  vi.advanceTimersByTime(300);
  await fireEvent.pointerUp(button);
  vi.advanceTimersByTime(1000);
  expect(looks()).toEqual([]);
  await fireEvent.pointerDown(button);
  vi.advanceTimersByTime(500);
  expect(looks()).toMatchObject([{ seat: 0 }]);
});

test.each(['pointerLeave', 'blur'] as const)('%s lets go', async (event) => {
  render(HoldButton, { table: shared(), seat: 0, name: 'Blue' });
  const button = screen.getByRole('button');
  await fireEvent.pointerDown(button);
  await fireEvent[event](button);
  vi.advanceTimersByTime(1000);
  expect(looks()).toEqual([]);
});

test('a key is held as a finger is; its repetitions do not start again', async () => {
  render(HoldButton, { table: shared(), seat: 1, name: 'Blue' });
  const button = screen.getByRole('button');
  await fireEvent.keyDown(button, { key: 'Enter' });
  vi.advanceTimersByTime(300);
  await fireEvent.keyDown(button, { key: 'Enter', repeat: true });
  vi.advanceTimersByTime(200);
  expect(looks()).toMatchObject([{ seat: 1 }]);
});

test('a button that is gone opens nothing', async () => {
  const { unmount } = render(HoldButton, { table: shared(), seat: 0, name: 'Blue' });
  await fireEvent.pointerDown(screen.getByRole('button'));
  unmount();
  vi.advanceTimersByTime(1000);
  expect(looks()).toEqual([]);
});

test('a seat with a PIN asks for it, and forgets it', async () => {
  render(HoldButton, { table: shared(true), seat: 0, name: 'Blue' });
  const field = screen.getByLabelText<HTMLInputElement>('PIN');
  await fireEvent.input(field, { target: { value: '1234' } });
  await fireEvent.pointerDown(screen.getByRole('button'));
  await vi.advanceTimersByTimeAsync(500);
  expect(looks()).toMatchObject([{ seat: 0, pin: '1234' }]);
  const reason = { key: 'wrong_pin', text: 'x', rule: null };
  FakeSocket.last.receive({ type: 'refused', request: looks()[0]!.request, reason, ply: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(field.value).toBe('');
});

test('the curtain names who takes the device, and nobody else’s cards', () => {
  const game = { Public: null, boardIsOpen: false } as unknown as GameModule;
  const table = shared();
  table.info!.seats[0]!.name = 'Oksana';
  table.info!.seats[1]!.name = 'Taras';
  render(Curtain, { table, seat: 1, game });
  expect(screen.getByRole('heading').textContent).toContain('Taras');
  expect(document.querySelector('[data-curtain="1"]')).not.toBeNull();
});
