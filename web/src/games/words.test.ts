import { expect, test } from 'vitest';

import { dictionary } from '../i18n/index.svelte';
import { LANGUAGE_IDS } from '../i18n/languages';
import { missingFiles, sourcesOf } from '../words.testing';
import type { Texts } from './shifting/texts/en';

const OTHERS = LANGUAGE_IDS.filter((language) => language !== 'en');
/** What is written in another alphabet than English, and letters of another language that it does not have. */
const OWN = { uk: /[ыэъёЫЭЪЁ]/, ru: /[іїєґІЇЄҐ]/ };

test.each(OTHERS)('every file with texts is there: %s', (language) => {
  expect(missingFiles(language)).toEqual([]);
});

test('the files of a language that is only begun are named', () => {
  const files = [
    './i18n/en/index.ts',
    './i18n/de/index.ts',
    './games/luz/texts/en.ts',
    './games/luz/texts/uk.ts',
  ];
  expect(missingFiles('de', files)).toEqual(['./games/luz/texts/de.ts']);
});

test.each(OTHERS)('no text is missing, and none is of another kind: %s', async (language) => {
  expect(shape(await dictionary.load(language))).toEqual(shape(await dictionary.load('en')));
});

test.each(Object.keys(OWN) as (keyof typeof OWN)[])('nothing is left in English: %s', async (language) => {
  const latin = texts(await dictionary.load(language)).filter(
    (text) => /[a-z]{4,}/.test(text) && !/Shift|Enter|Escape|Backspace|Heliodor|Tab|cookie/.test(text),
  );
  expect(latin).toEqual([]);
});

test.each(Object.entries(OWN))('no word is of another language: %s', async (language, strangers) => {
  const lines = (await sourcesOf(language)).join('\n').split('\n');
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => strangers.test(line))).toEqual([]);
});

test.each(LANGUAGE_IDS)('each gem carries a different letter, one of its name: %s', async (language) => {
  const { gem, gemLetter } = (await dictionary.load(language)).folders.shifting as Texts;
  const letters = Object.entries(gemLetter);
  expect(letters.map(([kind]) => kind).join('')).toBe('RCTEQSAX');
  expect(new Set(letters.map(([, letter]) => letter)).size).toBe(8);
  for (const [kind, letter] of letters) {
    expect(letter).toMatch(/^\p{Lu}$/u);
    expect(gem[kind]).toContain(letter.toLowerCase());
  }
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
