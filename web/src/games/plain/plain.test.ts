import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { dictionary } from '../../i18n/index.svelte';
import { named, sentenceOf } from '../../lib/languages';
import Choices from './Choices.svelte';
import { choicesOf, found, groupsOf } from './choices';
import Drawing from './Drawing.svelte';

const LEGAL = ['take', 'pass', 'swap 3', 'swap 12'];
const BOARD = {
  drawing: [],
  choices: ['взяти', 'пасувати', 'обміняти 3', 'обміняти 12'].map((text) => ({ text })),
};
const MANY = Array.from({ length: 64 }, (_, at) => `${at < 32 ? 'lay' : 'move'} ${at}`);

beforeAll(() => dictionary.use('en'));

let shown: ReturnType<typeof mount> | null = null;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
});

const at = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const actions = () =>
  [...document.querySelectorAll<HTMLElement>('[data-action]')].map((each) => each.dataset.action);

function show(legal: string[], onchoose = vi.fn()) {
  shown = mount(Choices, {
    target: document.body,
    props: { choices: choicesOf(legal, undefined), names: ['Ann', 'Ben'], chosen: null, onchoose },
  });
  flushSync();
  return onchoose;
}

test('actions have the words of the game, or their own', () => {
  expect(choicesOf(LEGAL, BOARD).map(({ text }) => text)).toEqual(BOARD.choices.map(({ text }) => text));
  expect(choicesOf(LEGAL, undefined).map(({ text }) => text)).toEqual(LEGAL);
});

test('actions with the same first word are a group with that word in the reader’s language', () => {
  expect(groupsOf(choicesOf(LEGAL, BOARD)).map(({ name, choices }) => [name, choices.length])).toEqual([
    ['', 2],
    ['обміняти', 2],
  ]);
});

test('a search finds an action by its words and by how it is written', () => {
  const choices = choicesOf(LEGAL, BOARD);
  expect(found(choices, ' ОБМІНЯТИ 1').map(({ action }) => action)).toEqual(['swap 12']);
  expect(found(choices, 'swap').length).toBe(2);
  expect(found(choices, '')).toEqual(choices);
});

test('a few actions are buttons in their order; arrows lead from one to the next', () => {
  const onchoose = show(LEGAL);
  expect(actions()).toEqual(LEGAL);
  expect(document.querySelector('[data-search]')).toBeNull();
  expect(document.querySelectorAll('[data-action][tabindex="0"]').length).toBe(1);
  at('[data-action="take"]').focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'End', 'ArrowLeft'])
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  expect((document.activeElement as HTMLElement).dataset.action).toBe('swap 3');
  (document.activeElement as HTMLElement).click();
  expect(onchoose).toHaveBeenCalledWith('swap 3');
});

test('sixty-four actions are grouped and searched', () => {
  show(MANY);
  expect([...document.querySelectorAll('h3')].map((each) => each.textContent)).toEqual(['Lay', 'Move']);
  const search = at('[data-search]') as HTMLInputElement;
  search.value = 'move 4';
  search.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  expect(actions()).toEqual(MANY.filter((action) => /move.*4/.test(action)));
  search.value = 'fly';
  search.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  expect(actions()).toEqual([]);
  expect(at('.none').textContent).toBe(dictionary.words.plain.none);
});

test('a drawing has the names of the page where the game has left places for them', () => {
  shown = mount(Drawing, {
    target: document.body,
    props: {
      lines: [[{ text: '▸ ', bold: true }, { seat: 1 }, { text: '  9' }], []],
      names: ['Ann', 'Бот Чайник'],
    },
  });
  flushSync();
  const lines = [...document.querySelectorAll('[data-drawing] p')].map((line) => line.textContent!.trim());
  expect(lines).toEqual(['▸ Бот Чайник  9', '']);
});

test('a sentence comes in the reader’s language, else in English, and a name with braces stays one', () => {
  const event = { key: 'pebbles.draw', seat: 1, ply: 0, text: { en: '{1} draws 7.', uk: '{1} тягне 7.' } };
  expect(sentenceOf(event, () => '{0}')).toBe('{0} draws 7.');
  dictionary.language = 'uk';
  expect(sentenceOf(event, () => 'Оля')).toBe('Оля тягне 7.');
  dictionary.language = 'ru';
  expect(sentenceOf(event, () => 'Оля')).toBe('Оля draws 7.');
  dictionary.language = 'en';
  expect(sentenceOf({ ...event, text: undefined }, String)).toBe('');
  expect(named('{0} and {10}', String)).toBe('0 and 10');
});
