import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeAll, expect, test, vi } from 'vitest';

import en from '../i18n/en';
import { dictionary } from '../i18n/index.svelte';
import ru from '../i18n/ru';
import uk from '../i18n/uk';
import type { Clock } from '../protocol';
import ClockChoice from './ClockChoice.svelte';

beforeAll(() => dictionary.use('en'));

test('a custom clock is set by its numbers, within the server’s limits', async () => {
  const onchoose = vi.fn<(clock: Clock) => void>();
  const { rerender } = render(ClockChoice, { clock: { kind: 'none' }, onchoose });
  const settle = () => rerender({ clock: onchoose.mock.lastCall![0], onchoose });
  expect(screen.queryByRole('spinbutton')).toBeNull();
  await fireEvent.click(screen.getByText('1 minute a turn'));
  expect(onchoose).toHaveBeenLastCalledWith({ kind: 'turn', seconds: 60 });
  await fireEvent.click(screen.getByText('your own'));
  await settle();
  await fireEvent.click(screen.getByText('for the match'));
  await settle();
  await fireEvent.change(screen.getByLabelText('Minutes for the match'), { target: { value: '25' } });
  await settle();
  await fireEvent.change(screen.getByLabelText('Seconds added each turn'), { target: { value: '99999' } });
  expect(onchoose).toHaveBeenLastCalledWith({ kind: 'bank', seconds: 1500, increment: 3600 });
  await fireEvent.click(screen.getByText('days for each turn'));
  await settle();
  await fireEvent.change(screen.getByLabelText('Days for each turn'), { target: { value: 'x' } });
  expect(onchoose).toHaveBeenLastCalledWith({ kind: 'days', days: 1 });
});

test.each([
  [
    { kind: 'bank', seconds: 1500, increment: 5 },
    '25 minutes + 5 s a turn',
    '25 хвилин + 5 с за хід',
    '25 минут + 5 с за ход',
  ],
  [{ kind: 'turn', seconds: 91 }, '91 seconds a turn', '91 секунда на хід', '91 секунда на ход'],
  [{ kind: 'days', days: 2 }, '2 days a turn', '2 дні на хід', '2 дня на ход'],
  [{}, 'no clock', 'без годинника', 'без часов'],
] as [Clock, string, string, string][])('%o has words in every language', (clock, ...texts) => {
  expect([en, uk, ru].map((words) => words.create.clockText(clock))).toEqual(texts);
});
