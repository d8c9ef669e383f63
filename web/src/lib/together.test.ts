import { expect, test } from 'vitest';

import type { TogetherNow } from '../protocol';
import { newsOf, samePlace } from './together.svelte';

const looker = (key: string) => ({ key, name: key.toUpperCase(), seat: -1, muted: false });
const now = (people: string[], leader: string | null): TogetherNow => ({
  type: 'together',
  review: 'r',
  you: 'me',
  people: people.map(looker),
  leader,
  name: leader?.toUpperCase() ?? '',
  away: false,
  place: null,
  talk: 'free',
  said: [],
});

test('what changes among the people is announced, but not that I am here', () => {
  expect(newsOf(now(['me', 'ann'], null), now(['me', 'bob'], 'bob'))).toEqual([
    { kind: 'came', name: 'BOB' },
    { kind: 'left', name: 'ANN' },
    { kind: 'leads', name: 'BOB' },
  ]);
  expect(newsOf(now(['me', 'ann'], 'ann'), now(['me', 'ann'], 'me'))).toEqual([
    { kind: 'youLead', name: 'ME' },
  ]);
  expect(newsOf(now(['ann'], 'ann'), now(['ann', 'me'], null))).toEqual([{ kind: 'nobody', name: '' }]);
  expect(newsOf(now(['me'], 'me'), now(['me'], 'me'))).toEqual([]);
});

test('a place is another one if its moment, its view or what is shown differs', () => {
  const place = { ply: 3, view: null, tried: null };
  expect(samePlace(place, { ...place })).toBe(true);
  expect(samePlace(place, { ...place, view: 0 })).toBe(false);
  expect(samePlace(place, { ...place, tried: { ply: 2, actions: ['draw'] } })).toBe(false);
  expect(samePlace(null, place)).toBe(false);
});
