import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { dictionary } from '../i18n/index.svelte';
import { keyOf, keys } from '../lib/keys';
import { opened, snapshot, useFakeSocket, useRealSocket, VIEW } from '../table.testing';
import ConfirmButton from './ConfirmButton.svelte';

beforeAll(() => dictionary.use('en'));
beforeEach(() => {
  useFakeSocket();
  addEventListener('keydown', press);
});
afterEach(() => {
  removeEventListener('keydown', press);
  useRealSocket();
});

const press = (event: KeyboardEvent) => keys.press(event);

test('what is chosen is played by the button, by Enter and by E, in any alphabet', async () => {
  const onconfirm = vi.fn();
  render(ConfirmButton, { table: opened(), label: 'Play', onconfirm });
  await fireEvent.click(screen.getByRole('button'));
  await fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter' });
  await fireEvent.keyDown(document.body, { key: 'у', code: 'KeyE' }); // A Cyrillic keyboard.
  expect(onconfirm).toHaveBeenCalledTimes(3);
});

test('nothing is played before something is chosen, or on somebody else’s turn', async () => {
  const onconfirm = vi.fn();
  const { rerender } = render(ConfirmButton, { table: opened(), label: 'Play', isReady: false, onconfirm });
  await fireEvent.click(screen.getByRole('button'));
  await fireEvent.keyDown(document.body, { key: 'e', code: 'KeyE' });
  const other = opened(snapshot({ view: { ...VIEW, to_act: 1 } }));
  await rerender({ table: other, isReady: true });
  await fireEvent.keyDown(document.body, { key: 'e', code: 'KeyE' });
  expect(onconfirm).not.toHaveBeenCalled();
});

test('keys do nothing while somebody writes, in a dialog, or with Control', async () => {
  const onconfirm = vi.fn();
  render(ConfirmButton, { table: opened(), label: 'Play', onconfirm });
  const field = document.body.appendChild(document.createElement('input'));
  await fireEvent.keyDown(field, { key: 'e', code: 'KeyE', bubbles: true });
  await fireEvent.keyDown(document.body, { key: 'e', code: 'KeyE', ctrlKey: true });
  field.remove();
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.setAttribute('open', '');
  await fireEvent.keyDown(document.body, { key: 'e', code: 'KeyE' });
  dialog.remove();
  expect(onconfirm).not.toHaveBeenCalled();
});

test('keys are taken back with the part that offered them', () => {
  const takeBack = keys.offer({ key: 'd', name: () => 'Draw' });
  expect(keys.list.map((each) => each.key)).toContain('d');
  takeBack();
  expect(keys.list.map((each) => each.key)).not.toContain('d');
});

test('a letter is where it stands on a Latin keyboard', () => {
  expect(keyOf({ key: 'D', code: 'KeyD' })).toBe('d');
  expect(keyOf({ key: 'в', code: 'KeyD' })).toBe('d');
  expect(keyOf({ key: '?', code: 'Digit7' })).toBe('?');
  expect(keyOf({ key: 'Backspace', code: 'Backspace' })).toBe('Backspace');
});
