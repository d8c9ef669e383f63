import { expect, test } from 'vitest';

import { dictionary } from '../i18n/index.svelte';
import { LANGUAGE_IDS } from '../i18n/languages';

const all = await Promise.all(LANGUAGE_IDS.map((language) => dictionary.load(language)));
const WORDS = Object.fromEntries(LANGUAGE_IDS.map((language, place) => [language, all[place]!]));
const { en, uk, ru } = WORDS as Record<'en' | 'uk' | 'ru', (typeof all)[number]>;
const names = (seat: number) => ['Olha', 'Ihor', 'Marta'][seat]!;
const next = { player: 1, gain: 1.4, most: 3, taken: 2.2 };
const shifting = {
  ...next,
  shifts: ['2<', '2<', 'b^'],
  combinations: [{ line: '2', kind: 'R', length: 3 }],
  points: 5,
  paid: 3,
  kinds: 'RE',
  kind: 'R',
  top: 'E',
  number: 4,
  tasks: 2,
  players: [1, 2],
  wanted: 9,
  wins: true,
};
const gnomes = {
  card: 'Ro',
  open: ['Ro', 'K'],
  playable: true,
  score_before: [0, 0, 0, 0, 0, 2],
  score_after: [0, 0, 0, 0, 1, 1],
  fog: 'FO',
  gems: 2,
  target: 1,
  leads: true,
  clears: true,
};
const luz = {
  bid: 3,
  safety: true,
  met: 0.62,
  points: 2.4,
  tricks: 3.5,
  slot: 4,
  colour: 'red',
  values: [2, 9],
  value: 3,
  unseen: [2, 3, 9],
  lower: 1,
  higher: 0,
};
const card = { ...luz, takes: 0.2, open: 0.3, loses: 0.5, needed: 2, left: 5 };

test('every reason becomes a whole sentence with its facts', () => {
  for (const [language, words] of Object.entries(WORDS)) {
    for (const [key, reason] of Object.entries(words.hints)) {
      const facts = key.startsWith('gnomes') ? gnomes : key.startsWith('luz') ? card : shifting;
      const text = reason(facts, names);
      expect(text, `${language} ${key}`).toMatch(/^[^a-zа-яіїєґё].*[.?]$/u);
      expect(text, `${language} ${key}`).not.toMatch(/undefined|NaN|\[object|null/);
    }
  }
});

test('reasons count as people do', () => {
  const paid = (count: number) => uk.hints['nizam.hint.no_points']!({ ...shifting, paid: count }, names);
  expect(paid(1)).toContain('за 1 карту');
  expect(paid(3)).toContain('за 3 карти');
  expect(paid(11)).toContain('за 11 карт');
  expect(ru.hints['nizam.hint.leaves']!({ ...next, gain: 5 }, names)).toContain('5 очков');
  expect(ru.hints['nizam.hint.leaves']!({ ...next, gain: 1.4 }, names)).toContain('1,4 очка');
  expect(en.hints['nizam.hint.leaves']!({ ...next, gain: 1 }, names)).toContain('about 1 point.');
});

test('what a bet still needs is said for every case', () => {
  const need = (needed: number, safety: boolean, left: number) =>
    en.hints['luz.hint.need']!({ needed, safety, left }, names);
  expect(need(-2, true, 3)).toContain('missed by 2 tricks');
  expect(need(-1, true, 3)).toContain('avoid further tricks');
  expect(need(0, true, 3)).toContain('one more trick, not two');
  expect(need(4, false, 3)).toContain('out of reach');
  expect(need(3, false, 3)).toContain('all 3 tricks');
  expect(need(1, false, 3)).toContain('1 more of the 3 tricks');
});
