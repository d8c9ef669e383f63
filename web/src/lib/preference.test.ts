import { beforeEach, expect, test } from 'vitest';

import { offAtFirst, Preference } from './preference.svelte';
import { keep, readKept } from './storage';

beforeEach(() => localStorage.clear());

test('a preference is off until somebody switches it on, and is kept', () => {
  const preference = offAtFirst('early');
  expect(preference.value).toBe(false);
  preference.set(true);
  expect([preference.value, offAtFirst('early').value]).toEqual([true, true]);
  expect(readKept()).toEqual({ early: true });
});

test('a stored value that the game does not know is read as the game decides', () => {
  keep({ dial: 'sideways' });
  const read = (kept: unknown) => (kept === 'up' || kept === 'down' ? kept : 'up');
  expect(new Preference<'up' | 'down'>('dial', read).value).toBe('up');
});
