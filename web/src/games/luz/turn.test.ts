import { beforeAll, expect, test } from 'vitest';

import { dictionary } from '../../i18n/index.svelte';
import { turn } from './turn';

beforeAll(() => dictionary.use('en'));

test('cards of covered tricks are not named since the last turn', () => {
  const covered = { key: 'luz.play', seat: 1, ply: 8, facts: {} };
  const open = { key: 'luz.play', seat: 1, ply: 12, facts: { card: 'R4' } };
  expect(turn([covered])).toBeNull();
  expect(turn([covered, open])?.text).toBe(turn([open])?.text);
});
