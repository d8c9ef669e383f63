import { afterEach, expect, test, vi } from 'vitest';

import type { TableInfo } from '../protocol';
import { snapshot } from '../table.testing';
import { api } from './api';
import { checkSeeds, giveSeed, keptSeed, needsSeed } from './seeds';
import { sha256 } from './sha256';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const makeInfo = (changes: Partial<TableInfo> = {}): TableInfo => ({
  ...snapshot().table,
  commitment: 'c',
  deal: null,
  ...changes,
});
const bytes = (text: string) => new TextEncoder().encode(text);

test('SHA-256 is that of the standard', () => {
  expect(sha256(bytes(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256(bytes('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256(bytes('a'.repeat(200)))).toBe(
    'c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5',
  );
});

test('a seed is sent with the commitment that it answers, once, and kept', async () => {
  const info = makeInfo({ id: 't1', commitment: 'c0', status: 'open' });
  const join = vi.spyOn(api, 'join').mockResolvedValue(info);
  await Promise.all([giveSeed(info), giveSeed(info)]);
  expect(join).toHaveBeenCalledTimes(1);
  const [table, sent] = join.mock.calls[0]!;
  expect(table).toBe('t1');
  expect(sent.commitment).toBe('c0');
  expect(sent.seed).toMatch(/^[0-9a-f]{64}$/);
  expect(keptSeed('t1')).toEqual({ seed: sent.seed, commitment: 'c0' });
  await giveSeed(info); // Asked for again, it is the same one.
  expect(join.mock.calls[1]![1].seed).toBe(sent.seed);
});

test('another table, as that of a rematch, gets its own seed', async () => {
  const join = vi.spyOn(api, 'join').mockImplementation((id) => Promise.resolve(makeInfo({ id })));
  await giveSeed(makeInfo({ id: 't1', commitment: 'c0' }));
  await giveSeed(makeInfo({ id: 't2', commitment: 'c1' }));
  expect(join.mock.calls[0]![1].seed).not.toBe(join.mock.calls[1]![1].seed);
});

test('a seat without a seed needs one before the match, and not in a deal that many tables play', () => {
  const info = makeInfo({ status: 'open' });
  const seats = info.seats.map((seat) => ({ ...seat, seeded: false }));
  expect(needsSeed({ ...info, seats }, [0])).toBe(true);
  expect(needsSeed({ ...info, seats }, [])).toBe(false);
  expect(needsSeed({ ...info, seats, deal: 'd' }, [0])).toBe(false);
  expect(needsSeed({ ...info, seats, status: 'playing' }, [0])).toBe(false);
  expect(needsSeed({ ...info, seats: seats.map((seat) => ({ ...seat, seeded: true })) }, [0])).toBe(false);
});

test('the seed of this browser is found in the record, or missed', () => {
  const server_seed = '00'.repeat(32);
  const commitment = sha256(new Uint8Array(32));
  const kept = { seed: 'aa', commitment };
  const record = (seat_seeds: (string | null)[], seed = server_seed) => ({
    fairness: { commitment, server_seed: seed, seat_seeds },
  });
  expect(checkSeeds(record(['aa', null, 'bb']), kept, [0])).toEqual({ seeds: 2, isUsed: true });
  expect(checkSeeds(record([null, null]), kept, [0])).toEqual({ seeds: 0, isUsed: false });
  expect(checkSeeds(record(['ab', null]), kept, [0])?.isUsed).toBe(false);
  expect(checkSeeds(record(['aa', null], '01'.repeat(32)), kept, [0])?.isUsed).toBe(false);
  expect(checkSeeds(record(['aa', null]), { seed: 'aa', commitment: 'other' }, [0])?.isUsed).toBe(false);
  expect(checkSeeds(record(['aa', null]), null, [0])).toEqual({ seeds: 1, isUsed: null });
  expect(checkSeeds({}, kept, [0])).toBeNull();
});

test('a seed that comes after the deal is not looked for in the record', async () => {
  const info = makeInfo({ id: 't9', commitment: 'c0', status: 'open' });
  const seats = info.seats.map((seat) => ({ ...seat, yours: true, seeded: false }));
  vi.spyOn(api, 'join').mockResolvedValue({ ...info, status: 'playing', seats });
  await giveSeed(info);
  expect(keptSeed('t9')).toBeNull();
});
