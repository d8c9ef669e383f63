// @vitest-environment node
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { hmac, ownHmac } from '../lib/hmac';
import {
  checkDeal,
  compareDeal,
  hasSeeds,
  isBroken,
  isSound,
  mixAgain,
  readRecord,
  type DealtRecord,
  type Decks,
} from '../lib/shuffles';
import { decks as gnomes } from './gnomes/decks';
import { decks as luz } from './luz/decks';
import { decks as nizam } from './nizam/decks';
import { decks as pearl } from './pearl/decks';

// Dealt and checked by the engine: tests/core/test_fairness.py.
const RECORDS = readFileSync(resolve(import.meta.dirname, '../../../tests/golden/fair.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => readRecord(line)!);
const DECKS: Record<string, Decks> = { nizam, pearl, gnomes, luz };
const copy = (record: DealtRecord) => structuredClone(record);
const check = (record: DealtRecord) => checkDeal(record, DECKS[record.game]!, null);
const titleOf = (record: DealtRecord) => `${record.game}, ${record.options.players} players`;

test.each(RECORDS.map((record) => [titleOf(record), record] as const))(
  'every shuffle of %s is recomputed',
  async (_title, record) => {
    expect(hasSeeds(record)).toBe(true);
    const checked = await check(record);
    expect(checked.shuffles.map(({ cards }) => cards)).toEqual(record.shuffles.map(({ length }) => length));
    expect(isSound(checked)).toBe(true);
    expect(checked.seats.filter((seat) => seat === 'other').length).toBe(
      Math.max(1, record.options.players - 1),
    );
  },
);

test('the browser and we compute the same', async () => {
  const key = Uint8Array.from({ length: 32 }, (_, i) => i * 7);
  expect(await hmac(key, 'set-up')).toEqual(ownHmac(key, 'set-up'));
});

test.each(RECORDS.map((record) => [titleOf(record), record] as const))(
  'two exchanged cards of any shuffle of %s are found, with the card and what it should be',
  async (_title, record) => {
    for (const [number, cards] of record.shuffles.entries()) {
      const other = cards.findIndex((card) => card !== cards[0]);
      const changed = copy(record);
      [changed.shuffles[number]![0], changed.shuffles[number]![other]] = [cards[other]!, cards[0]!];
      const checked = await check(changed);
      expect(checked.shuffles.map(({ agrees }) => agrees)).toEqual(
        record.shuffles.map((_, i) => i !== number),
      );
      expect(checked.shuffles[number]!.card).toEqual({ place: 1, should: cards[0], was: cards[other] });
    }
  },
);

test.each(RECORDS.map((record) => [titleOf(record), record] as const))(
  'any card in place of any card of %s is found, in every shuffle',
  async (_title, record) => {
    const kinds = new Set(record.shuffles.flat());
    const given = await mixAgain(record, DECKS[record.game]!);
    const passed: string[] = [];
    for (const [number, cards] of record.shuffles.entries())
      for (const [place, was] of cards.entries())
        for (const other of kinds) {
          if (other === was) continue;
          const changed = { ...record, shuffles: record.shuffles.with(number, cards.with(place, other)) };
          const { agrees, card } = compareDeal(changed, given).shuffles[number]!;
          if (agrees || card?.place !== place + 1 || card.should !== was || card.was !== other)
            passed.push(`shuffle ${number}, place ${place}: ${other} for ${was}`);
        }
    expect(passed).toEqual([]);
  },
);

test('a shuffle too many, one that is missing, and an action that the cards do not allow are found', async () => {
  for (const record of RECORDS.filter(({ shuffles }) => shuffles.length > 2)) {
    const [more, less] = [copy(record), copy(record)];
    more.shuffles.push(record.shuffles[0]!);
    less.shuffles.pop();
    for (const each of [more, less]) expect(isBroken(await check(each))).toBe(true);
    if (!DECKS[record.game]!.replay) continue;
    for (const text of ['pass', 'done', '6<', '1<:RR', '1<:RRR:RRR', 'fly']) {
      const bad = copy(record);
      bad.actions[0] = text;
      const checked = await check(bad);
      expect([checked.badAction, isBroken(checked)]).toEqual([1, true]);
    }
    const crowded = copy(record);
    crowded.options.players = 9;
    expect(isBroken(await check(crowded))).toBe(true);
  }
});

test('other seeds, another start and another opened number are found', async () => {
  const [, record] = RECORDS;
  const otherSeed = copy(record!);
  otherSeed.fairness!.seat_seeds[0] = 'ab'.repeat(32);
  const [deal, ...later] = (await check(otherSeed)).shuffles;
  expect(deal!.agrees).toBe(false);
  expect(later.some(({ agrees }) => agrees)).toBe(false);
  const otherStart = copy(record!);
  otherStart.first = (otherStart.first + 1) % record!.options.players;
  expect(await check(otherStart)).toMatchObject({ startsRight: false });
  const otherServer = copy(record!);
  otherServer.fairness!.server_seed = 'cd'.repeat(32);
  expect(await check(otherServer)).toMatchObject({ isOpened: false });
  for (const each of [otherSeed, otherStart, otherServer]) expect(isBroken(await check(each))).toBe(true);
});

test('a browser finds its own number, and the fingerprint that it was shown', async () => {
  const record = RECORDS[1]!;
  const { commitment, seat_seeds } = record.fairness!;
  const mine = { seed: seat_seeds[1]!, commitment };
  const at = (kept: typeof mine) => checkDeal(record, nizam, kept);
  expect(await at(mine)).toMatchObject({
    isShown: true,
    isMissing: false,
    seats: ['other', 'mine', 'other', 'other', 'none'],
  });
  expect(await at({ ...mine, seed: 'ab'.repeat(32) })).toMatchObject({ isShown: true, isMissing: true });
  expect(await at({ ...mine, commitment: 'ab'.repeat(32) })).toMatchObject({ isShown: false });
});

test('a game whose cards the page does not know is never called checked', async () => {
  const checked = await checkDeal(RECORDS[0]!, undefined, null);
  expect([isSound(checked), isBroken(checked)]).toEqual([false, false]);
});

test('what is not a record is not read', () => {
  const texts = [
    '',
    '{',
    '[]',
    'null',
    '{"format":"heliodor/1"}',
    '{"format":"heliodor/1","game":"x","options":5}',
  ];
  expect(texts.map(readRecord)).toEqual(texts.map(() => null));
  const record = RECORDS[0]!;
  expect(readRecord(JSON.stringify(record, null, 2))).toEqual(record);
  expect(readRecord(`${JSON.stringify(record)}\n${JSON.stringify(record)}\n`)).toEqual(record);
});
