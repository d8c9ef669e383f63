import { describe, expect, test } from 'vitest';

import { sourcesOf } from '../words.testing';

import { dictionary } from '../i18n/index.svelte';
import { LANGUAGE_IDS } from '../i18n/languages';
import type { Words } from '../i18n/words';
import gnomesRu from './gnomes/texts/ru';
import gnomesUk from './gnomes/texts/uk';
import luzEn from './luz/texts/en';
import luzRu from './luz/texts/ru';
import luzUk from './luz/texts/uk';

const [en, uk, ru] = await Promise.all((['en', 'uk', 'ru'] as const).map((each) => dictionary.load(each)));

const names = (seat: number) => ['Olha', 'Ihor', 'Marta'][seat]!;
const trump = { way: 'trump', card: 'Y3', slot: 2 };

/** Words that said in one place what another word says everywhere else, or that nobody says. */
const STRANGE = {
  en: /\bruns?\b(?! out| for)|\bdrops?\b|takes? with a trump|trumps with|\bby itself\b|[Ff]ingerprint/,
  uk: /[Сс]кид(?![а-яіїєґ’])|(?<![а-яіїєґ])[Зз]дач|[Оо]сновн(?:ий|ого) кол|[Зз]аход(?:ить|ьте)|бере козирем|ланцюг|Зіграти нічого|Захисн(?:ою|ій|у)|Програвати|Помічник здогад|[Вв]ичерпа/,
  ru: /[Кк]руг(?:а|ов)?(?![а-яё])|(?<!раз)[Сс]дач[аиуе]|[Оо]сновн(?:ой|ого) цвет|бьёт козырем|цепоч|Проигрывать|Согласие|весит|Помощник догад|[Кк]олод\S+ сброса|достоинств|[Ии]счерпа/,
};

test('in Ukrainian a puzzle is called задача, so a task of a game is not', () => {
  const texts = import.meta.glob<string>('./*/texts/uk.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  expect(Object.keys(texts).length).toBeGreaterThan(3);
  expect(Object.keys(texts).filter((file) => /[Зз]адач/.test(texts[file]!))).toEqual([]);
});

describe.each(Object.entries(STRANGE))('%s', (language, strange) => {
  test('one thing has one word', async () => {
    const told: string[] = [];
    for (const source of await sourcesOf(language))
      for (const [text] of source.matchAll(/'[^'\n]*'|`[^\n]*`/g))
        told.push(text.replace(/\$\{[^}]*\}/g, ''));
    const words = told.filter((text) => / |[А-яіїєґё]/.test(text)); // Names of keys and modules are not words.
    expect(words.length).toBeGreaterThan(300);
    expect(words.filter((text) => strange.test(text))).toEqual([]);
  });
});

test('a trump is played, whether it wins or not', () => {
  const told = (words: Words) => words.events['luz.play']!('Olha', trump, names);
  expect(told(en)).toBe('Olha plays a trump: yellow 3.');
  expect(told(uk)).toBe('Olha грає козир: жовта 3.');
  expect(told(ru)).toBe('Olha играет козырь: жёлтая 3.');
});

test.each(LANGUAGE_IDS)('a game takes as long as its box says: %s', async (language) => {
  const words = await dictionary.load(language);
  for (const game of ['nizam', 'pearl']) expect(words.games[game]!.minutes).toMatch(/^30–45 /);
  expect(words.games.luz!.minutes).toMatch(/^30 /);
});

test('a hint says how likely the win is, and who is ahead', () => {
  expect(en.table.hintShare(0.31)).toBe('≈ 31\u00a0% chance to win');
  expect([en, uk, ru].map((words) => words.table.hintLead(-3.1))).toEqual([
    '3.1 behind',
    'відставання 3,1',
    'отставание 3,1',
  ]);
  expect([en, uk, ru].map((words) => words.table.hintLead(2))).toEqual([
    '2 ahead',
    'перевага 2',
    'перевес 2',
  ]);
});

test('gems and cards are named as people name them', () => {
  expect([gnomesUk.cardName('Ro'), gnomesRu.cardName('Ro')]).toEqual(['круглий рубін', 'круглый рубин']);
  expect([gnomesUk.cardName('Sd'), gnomesRu.cardName('Sd')]).toEqual([
    'сапфір у формі краплі',
    'сапфир в форме капли',
  ]);
  const card = { colour: 'blue', values: [2, 5], takes: 0, open: 1, loses: 0 };
  expect(uk.hints['luz.hint.card']!(card, names)).toMatch(/^Синя 2–5: поки найстарша/);
  expect(ru.hints['luz.hint.card']!({ ...card, colour: 'red' }, names)).toMatch(/^Красная 2–5: пока старшая/);
});

test('the sum of the bets is compared with the ten tricks', () => {
  expect([-8, 0, 2].map(luzEn.tableIs)).toEqual(['8 tricks unclaimed', 'exactly ten', '2 tricks too many']);
  expect(luzRu.tableIs(-3)).toBe('на 3 меньше десяти');
  expect(luzUk.tableIs(-3)).toBe('на 3 менше десяти');
});

test('the point for a second combination is named', () => {
  const told = (bonus: number) => en.events['nizam.points']!('Olha', { points: 9, bonus }, names);
  expect(told(1)).toBe('Olha scores 9 points, incl. +1 for a second combination.');
  expect(told(0)).toBe('Olha scores 9 points.');
});
