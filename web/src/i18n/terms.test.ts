import { describe, expect, test } from 'vitest';

import en from './en';
import ru from './ru';
import uk from './uk';

const names = (seat: number) => ['Olha', 'Ihor', 'Marta'][seat]!;
const trump = { way: 'trump', card: 'Y3', slot: 2 };
const WORDS = { en, uk, ru };

/** Words that said in one place what another word says everywhere else, or that nobody says. */
const STRANGE = {
  en: /\bruns?\b(?! out| for)|\bdrops?\b|takes? with a trump|trumps with|\bby itself\b|[Ff]ingerprint/,
  uk: /[Сс]кид(?![а-яіїєґ’])|(?<![а-яіїєґ])[Зз]дач|задач|[Оо]сновн(?:ий|ого) кол|[Зз]аход(?:ить|ьте)|бере козирем|ланцюг|Зіграти нічого|Захисн(?:ою|ій|у)|Програвати|Помічник здогад|[Вв]ичерпа/,
  ru: /[Кк]руг(?:а|ов)?(?![а-яё])|(?<!раз)[Сс]дач[аиуе]|[Оо]сновн(?:ой|ого) цвет|бьёт козырем|цепоч|Проигрывать|Согласие|весит|Помощник догад|[Кк]олод\S+ сброса|достоинств|[Ии]счерпа/,
};

describe.each(['en', 'uk', 'ru'] as const)('%s', (language) => {
  test('one thing has one word', async () => {
    const sources = import.meta.glob<string>(['./*.ts', '!./*.test.ts'], {
      query: '?raw',
      import: 'default',
    });
    const told: string[] = [];
    for (const part of ['', 'hints.', 'explain.', 'sets.'])
      for (const [text] of (await sources[`./${part}${language}.ts`]!()).matchAll(/'[^'\n]*'|`[^\n]*`/g))
        told.push(text.replace(/\$\{[^}]*\}/g, ''));
    const words = told.filter((text) => / |[А-яіїєґё]/.test(text)); // Names of keys and modules are not words.
    expect(words.length).toBeGreaterThan(300);
    expect(words.filter((text) => STRANGE[language].test(text))).toEqual([]);
  });
});

test('a trump is played, whether it wins or not', () => {
  const told = (words: typeof en) => words.events['luz.play']!('Olha', trump, names);
  expect(told(en)).toBe('Olha plays a trump: yellow 3.');
  expect(told(uk)).toBe('Olha грає козир: жовта 3.');
  expect(told(ru)).toBe('Olha играет козырь: жёлтая 3.');
});

test('a game takes as long as its box says', () => {
  for (const words of Object.values(WORDS)) {
    for (const game of ['nizam', 'pearl']) expect(words.games[game]!.minutes).toMatch(/^30–45 /);
    expect(words.games.luz!.minutes).toMatch(/^30 /);
  }
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
  expect([uk.gnomeCard('Ro'), ru.gnomeCard('Ro')]).toEqual(['круглий рубін', 'круглый рубин']);
  expect([uk.gnomeCard('Sd'), ru.gnomeCard('Sd')]).toEqual(['сапфір у формі краплі', 'сапфир в форме капли']);
  const card = { colour: 'blue', values: [2, 5], takes: 0, open: 1, loses: 0 };
  expect(uk.hints['luz.hint.card']!(card, names)).toMatch(/^Синя 2–5: поки найстарша/);
  expect(ru.hints['luz.hint.card']!({ ...card, colour: 'red' }, names)).toMatch(/^Красная 2–5: пока старшая/);
});

test('the sum of the bets is compared with the ten tricks', () => {
  expect([-8, 0, 2].map(en.luz.tableIs)).toEqual(['8 tricks unclaimed', 'exactly ten', '2 tricks too many']);
  expect(ru.luz.tableIs(-3)).toBe('на 3 меньше десяти');
  expect(uk.luz.tableIs(-3)).toBe('на 3 менше десяти');
});

test('the point for a second combination is named', () => {
  const told = (bonus: number) => en.events['nizam.points']!('Olha', { points: 9, bonus }, names);
  expect(told(1)).toBe('Olha scores 9 points, incl. +1 for a second combination.');
  expect(told(0)).toBe('Olha scores 9 points.');
});
