import { expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true });

test('every link of the page starts with the base path', () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(30);
  const bare = Object.entries(SOURCES).filter(([, text]) => /(href|src|action)=["{`']+\//.test(text));
  expect(
    bare.map(([file]) => file),
    'use at() of lib/base.ts',
  ).toEqual([]);
});
