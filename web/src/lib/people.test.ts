import { beforeAll, expect, test } from 'vitest';

import en from '../i18n/en';
import { dictionary } from '../i18n/index.svelte';
import ru from '../i18n/ru';
import uk from '../i18n/uk';
import type { SeatInfo, TableInfo } from '../protocol';
import { nameOf, namesAt } from './people';

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

test('guests without a name are called by the sign of their seat, in the reader’s language', () => {
  for (const words of [en, uk, ru])
    for (const sign of words.seatNames) expect(nameOf(seat(2, sign))).toBe(en.seatNames[2]);
  expect(nameOf(seat(2, ''))).toBe(en.seatNames[2]);
  expect(nameOf(seat(1, 'Casual bot', 'bot'))).toBe(en.bot(en.seatNames[1]!));
});

test('names that are alike get their sign', () => {
  const info = { seats: [seat(0, 'Olha'), seat(1, 'Olha'), seat(2, 'Ihor')] } as TableInfo;
  expect(namesAt(info)).toEqual(['Olha (Dhow)', 'Olha (Teapot)', 'Ihor']);
});
