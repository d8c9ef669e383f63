import { expect, test } from 'vitest';

import { parseRoute } from './route.svelte';

test('secrets in links come after the hash', () => {
  expect(parseRoute('/join', '#abc')).toEqual({ screen: 'join', token: 'abc' });
  expect(parseRoute('/watch/T1', '#abc')).toEqual({ screen: 'table', table: 'T1', watch: 'abc' });
  expect(parseRoute('/t/T1', '')).toEqual({ screen: 'table', table: 'T1', watch: null });
});

test('a rule is linked to by its number', () => {
  expect(parseRoute('/rules/nizam', '#N8')).toEqual({ screen: 'rules', game: 'nizam', rule: 'N8' });
});

test('the command line opens a game by the address', () => {
  expect(parseRoute('/', '#game=luz')).toEqual({ screen: 'new', game: 'luz', way: 'bots' });
});

test('an unknown address leads home', () => {
  expect(parseRoute('/nothing/here', '')).toEqual({ screen: 'home' });
});

test('a moment of a finished match has an address, with the seat whose view it is', () => {
  const replay = { screen: 'replay', table: 'T1', ply: 34, view: null };
  expect(parseRoute('/replay/T1', '#34')).toEqual(replay);
  expect(parseRoute('/replay/T1', '#34.2')).toEqual({ ...replay, view: 2 });
  expect(parseRoute('/replay/T1', '#x')).toEqual({ ...replay, ply: null });
  expect(parseRoute('/replay', '')).toEqual({ ...replay, table: null, ply: null });
});
