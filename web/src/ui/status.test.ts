import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { dictionary } from '../i18n/index.svelte';
import { opened, snapshot, update, useFakeSocket, useRealSocket, VIEW } from '../table.testing';
import StatusLine from './StatusLine.svelte';

beforeAll(() => dictionary.use('en'));
beforeEach(useFakeSocket);
afterEach(useRealSocket);

const scored = (seat: number) => ({ key: 'nizam.points', seat, facts: { points: 7, bonus: 0 }, ply: seat });

/** A table of Ann, who looks, and a bot; each event is shown for a second. */
function seated() {
  const first = snapshot({ view: { ...VIEW, scores: [0, 0] } });
  first.table.seats = first.table.seats.map((seat, place) =>
    place ? { ...seat, name: 'Bot Teapot', kind: 'bot', yours: false } : { ...seat, name: 'Ann' },
  );
  const table = opened(first, {}, (_before, events, after) =>
    events.map((event) => ({ view: after, event, ms: 1000 })),
  );
  render(StatusLine, { table });
}

/** What the line says after `ms` milliseconds. */
function said(ms = 0): string {
  vi.advanceTimersByTime(ms);
  flushSync();
  return screen.getByRole('status').textContent.trim();
}

test('the end of my turn is announced while it is shown, and nobody is to act until then', () => {
  seated();
  expect(said()).toBe('Your turn.');
  update(0, { to_act: 1, legal: [] }, [scored(0)]);
  expect(said()).toBe('Ann scores 7 points.');
  expect(said(999)).toBe('Ann scores 7 points.');
  expect(said(1)).toBe('Bot Teapot is thinking…');
});

test('nobody is thinking any longer while my own move is shown', () => {
  seated();
  update(0, { to_act: 1, legal: [] });
  expect(said()).toBe('Bot Teapot is thinking…');
  update(1, { to_act: 0, legal: ['draw'] }, [scored(1)]);
  expect(said()).toBe('Bot Teapot scores 7 points.');
  expect(said(999)).toBe('Bot Teapot scores 7 points.');
  expect(said(1)).toBe('Your turn.');
});
