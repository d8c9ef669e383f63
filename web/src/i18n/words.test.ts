import { describe, expect, test } from 'vitest';

import en from './en';
import { form, number, signed } from './plurals';
import ru from './ru';
import uk from './uk';

const COUNTS = [...Array(26).keys(), 101, 111];
const ONE = [1, 21, 101];
const FEW = [2, 3, 4, 22, 23, 24];

describe.each([
  ['uk', ['карта', 'карти', 'карт'], uk],
  ['ru', ['карта', 'карты', 'карт'], ru],
] as const)('%s', (language, [one, few, many], words) => {
  test('plurals of 0 to 25, 101 and 111', () => {
    for (const count of COUNTS) {
      const expected = ONE.includes(count) ? one : FEW.includes(count) ? few : many;
      expect(form(language, count, [one, few, many]), String(count)).toBe(expected);
      expect(words.cards(count)).toBe(`${count} ${expected}`);
    }
  });

  test('nothing is left in English, nothing is missing', () => {
    expect(shape(words)).toEqual(shape(en));
    for (const part of ['events', 'reasons', 'phrases'] as const)
      expect(Object.keys(words[part]).sort()).toEqual(Object.keys(en[part]).sort());
    const latin = texts(words).filter(
      (text) => /[a-z]{4,}/.test(text) && !/Shift|Enter|Escape|Backspace|Heliodor|Tab/.test(text),
    );
    expect(latin).toEqual([]);
  });
});

test.each([
  ['en', en, /^[A-Z]$/],
  ['uk', uk, /^[А-ЯҐЄІЇ]$/],
  ['ru', ru, /^[А-ЯЁ]$/],
] as const)('each gem carries a different letter, one of its name: %s', (_language, words, alphabet) => {
  const letters = Object.entries(words.gemLetter);
  expect(letters.map(([kind]) => kind).join('')).toBe('RCTEQSAX');
  expect(new Set(letters.map(([, letter]) => letter)).size).toBe(8);
  for (const [kind, letter] of letters) {
    expect(letter).toMatch(alphabet);
    expect(words.gem[kind]).toContain(letter.toLowerCase());
  }
});

test('no word of one language is in the other', async () => {
  const sources = import.meta.glob<string>(
    ['./uk.ts', './ru.ts', './hints.*.ts', './explain.*.ts', './sets.*.ts'],
    {
      query: '?raw',
      import: 'default',
    },
  );
  const strangers = { uk: /[ыэъёЫЭЪЁ]/, ru: /[іїєґІЇЄҐ]/ };
  for (const [language, letters] of Object.entries(strangers))
    for (const file of [
      `./${language}.ts`,
      `./hints.${language}.ts`,
      `./explain.${language}.ts`,
      `./sets.${language}.ts`,
    ]) {
      const lines = (await sources[file]!()).split('\n');
      expect(lines.filter((line) => letters.test(line))).toEqual([]);
    }
});

test('English plurals', () => {
  expect([0, 1, 2, 21].map(en.tricks)).toEqual(['0 tricks', '1 trick', '2 tricks', '21 tricks']);
});

test('numbers carry a true minus sign', () => {
  expect([number(-5), signed(5), signed(0), signed(-15)]).toEqual(['−5', '+5', '0', '−15']);
});

/** The names of all texts, with their kind. */
function shape(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value)
    .flatMap(([key, each]) => shape(each, `${path}/${key}`))
    .sort();
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
