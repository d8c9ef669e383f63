import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { dictionary } from '../i18n/index.svelte';
import { LANGUAGE_IDS } from '../i18n/languages';
import { namesAt } from '../lib/people';
import type { TableState } from '../lib/table.svelte';
import { accept, FakeSocket, opened, update, useFakeSocket, useRealSocket } from '../table.testing';
import CoachCard from './CoachCard.svelte';

beforeEach(useFakeSocket);
afterEach(useRealSocket);

const better = {
  actions: ['3<', 'done'],
  share: 0.5,
  certain: false,
  lead: [1],
  reasons: [{ key: 'nizam.hint.leaves_nothing', seat: 0, facts: { player: 1 } }],
};

/** Play something that the coach questions. */
async function ask(table: TableState, points: number | null = null): Promise<boolean> {
  const played = table.act(['draw']);
  const { request } = FakeSocket.last.sent.at(-1)!;
  FakeSocket.last.receive({ type: 'questioned', request, ply: table.ply, given_away: 0.123, points, better });
  return played;
}

test.each(LANGUAGE_IDS)('it says what is given away, what is better and why: %s', async (language) => {
  await dictionary.use(language);
  const table = opened();
  render(CoachCard, { table });
  expect(await ask(table)).toBe(false);
  expect([table.ply, table.isSending, table.refusal]).toEqual([0, false, null]);
  const { coach, hints } = dictionary.words;
  const told = await vi.waitFor(() => screen.getByRole('region', { name: coach.title }).textContent);
  expect(told).toContain('12\u00a0%');
  expect(told).toContain(coach.better('3<'));
  expect(told).toContain(
    hints['nizam.hint.leaves_nothing']!({ player: 1 }, (seat) => namesAt(table.info)[seat]!),
  );
  expect(screen.getByRole('status').textContent).toContain(coach.better('3<'));
  table.coach.takeBack();
  await ask(table, 6.8);
  await expect.poll(() => screen.getByRole('region').textContent).toContain(dictionary.words.points(7));
});

test('taken back, nothing has happened; Escape does it, too', async () => {
  const table = opened();
  render(CoachCard, { table });
  for (const [number, answer] of [
    () => fireEvent.click(document.querySelector('[data-take-back]')!),
    () => fireEvent.keyDown(document.body, { key: 'Escape' }),
  ].entries()) {
    // Another decision each time: the same one would be played.
    const played = table.act([`card ${number}`]);
    const { request } = FakeSocket.last.sent.at(-1)!;
    FakeSocket.last.receive({ type: 'questioned', request, ply: 0, given_away: 0.2, points: null, better });
    expect(await played).toBe(false);
    await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('[data-take-back]')));
    const sent = FakeSocket.last.sent.length;
    await answer();
    await vi.waitFor(() => expect(document.querySelector('[data-coach]')).toBeNull());
    expect(FakeSocket.last.sent.length).toBe(sent);
    expect(table.coach.takenBack).toBe(number + 1);
  }
});

test('it is played anyway on demand, and when the same is chosen again', async () => {
  const table = opened();
  render(CoachCard, { table });
  expect(FakeSocket.last.sent.at(-1)).not.toHaveProperty('anyway');
  await ask(table);
  await vi.waitFor(() => document.querySelector<HTMLElement>('[data-anyway]')!.click());
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'act', actions: ['draw'], anyway: true });
  accept(1);
  update(0, { to_act: 0 });
  await vi.waitFor(() => expect(table.isSending).toBe(false));
  await ask(table);
  table.coach.takeBack();
  void table.act(['draw']);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ ply: 1, actions: ['draw'], anyway: true });
});

test('what is better is shown as a hint', async () => {
  const table = opened();
  render(CoachCard, { table });
  await ask(table);
  await vi.waitFor(() => document.querySelector<HTMLElement>('[data-show-better]')!.click());
  expect(table.hint?.actions).toEqual(better.actions);
  expect(table.coach.question).toBeNull();
});
