import { beforeAll, expect, test } from 'vitest';

import en from '../i18n/en';
import signs from '../i18n/en/signs';
import { dictionary } from '../i18n/index.svelte';
import { LANGUAGE_IDS } from '../i18n/languages';
import type { SeatInfo, TableInfo } from '../protocol';
import { levelName, nameOf, namesAt } from './people';

beforeAll(() => dictionary.use('en'));

function seat(place: number, name: string, kind: SeatInfo['kind'] = 'person'): SeatInfo {
  return {
    seat: place,
    kind,
    name,
    level: 'casual',
    covered: false,
    connected: true,
    has_pin: false,
    seeded: false,
    yours: false,
    host: false,
  };
}

test('guests without a name are called by the sign of their seat, in the reader’s language', async () => {
  for (const language of LANGUAGE_IDS)
    for (const sign of (await dictionary.load(language)).seatNames)
      expect(nameOf(seat(2, sign))).toBe(signs[2]);
  expect(nameOf(seat(2, ''))).toBe(signs[2]);
  expect(nameOf(seat(1, 'Casual bot', 'bot'))).toBe(en.bot(signs[1]!));
});

test('a bot with a character is called by it', () => {
  const bold = { ...seat(1, 'Casual bot, bold', 'bot'), level: 'casual:bold' };
  expect(nameOf(bold)).toBe(en.botsOf.bold);
  expect(levelName('casual:bold')).toBe('casual, bold');
  expect(levelName('expert')).toBe('expert');
  const both = { seats: [bold, { ...bold, seat: 2 }] } as TableInfo;
  expect(namesAt(both)).toEqual(['Bold bot (Dhow)', 'Bold bot (Teapot)']);
});

test('names that are alike get their sign', () => {
  const info = { seats: [seat(0, 'Olha'), seat(1, 'Olha'), seat(2, 'Ihor')] } as TableInfo;
  expect(namesAt(info)).toEqual(['Olha (Dhow)', 'Olha (Teapot)', 'Ihor']);
});
