import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Message, Snapshot } from '../protocol';
import { TableState } from './table.svelte';

/** A socket whose other end is the test. */
class FakeSocket {
  static OPEN = 1;
  static last: FakeSocket;
  static count = 0;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    FakeSocket.last = this;
    FakeSocket.count++;
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  receive(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const VIEW = {
  game: 'nizam',
  seat: 0,
  players: 2,
  to_act: 0,
  phase: 'turn',
  over: false,
  scores: [0, 0],
  winners: [],
  legal: ['draw'],
};

function snapshot(changes: Partial<Snapshot> = {}): Snapshot {
  const seat = {
    kind: 'person',
    name: 'A',
    level: 'casual',
    covered: false,
    connected: true,
    has_pin: false,
    yours: true,
  };
  return {
    type: 'snapshot',
    table: {
      id: 't',
      game: 'nizam',
      status: 'playing',
      settings: {},
      seats: [
        { ...seat, seat: 0 },
        { ...seat, seat: 1 },
      ],
    },
    ply: 0,
    seat: 0,
    seats: [0],
    view: VIEW,
    aid: null,
    clock: null,
    events: [],
    said: [],
    note: '',
    offers: [],
    ...changes,
  } as unknown as Snapshot;
}

function opened(first = snapshot()): TableState {
  const table = new TableState({
    address: 'ws://x',
    table: 't',
    watch: null,
    scenes: () => [],
    isCalm: () => true,
  });
  table.connect();
  FakeSocket.last.onopen?.();
  FakeSocket.last.receive(first);
  return table;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an action is pending until the server has answered', async () => {
  const table = opened();
  expect(table.isMyTurn).toBe(true);
  const done = table.act(['draw']);
  expect(table.isSending).toBe(true);
  const sent = FakeSocket.last.sent.at(-1)!;
  expect(sent).toMatchObject({ type: 'act', ply: 0, actions: ['draw'] });
  FakeSocket.last.receive({
    type: 'update',
    since: 0,
    ply: 1,
    changes: { to_act: 1, legal: [] },
    events: [],
  });
  FakeSocket.last.receive({ type: 'accepted', request: sent.request, ply: 1 });
  expect(await done).toBe(true);
  expect([table.isSending, table.ply, table.isMyTurn, table.shown?.to_act]).toEqual([false, 1, false, 1]);
});

test('a refusal is shown with its rule', async () => {
  const table = opened();
  const done = table.act(['draw']);
  const reason = { key: 'hand_full', text: 'x', rule: 'N19' };
  FakeSocket.last.receive({ type: 'refused', request: FakeSocket.last.sent.at(-1)!.request, reason, ply: 0 });
  expect(await done).toBe(false);
  expect(table.refusal).toEqual(reason);
});

test('after a lost connection the same request is sent again, with the same id', () => {
  const table = opened();
  void table.act(['draw']);
  const request = FakeSocket.last.sent.at(-1)!.request;
  FakeSocket.last.onclose?.({ code: 1006 });
  expect(table.connection).toBe('lost');
  vi.advanceTimersByTime(1000);
  FakeSocket.last.onopen?.();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'open', seen: 0 });
  FakeSocket.last.receive(snapshot());
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'act', request });
  expect(table.connection).toBe('open');
});

test('a request that nobody answers breaks the connection, and it comes back', () => {
  const table = opened();
  void table.act(['draw']);
  const before = FakeSocket.count;
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.count).toBeGreaterThan(before);
  expect(table.isSending).toBe(true);
});

test('a gap between two updates asks for a fresh view', () => {
  const table = opened();
  FakeSocket.last.receive({ type: 'update', since: 4, ply: 5, changes: { to_act: 1 }, events: [] });
  expect(table.view?.to_act).toBe(0);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'refresh', seen: 0 });
});

test('a shared device shows nobody’s cards until somebody looks, and drops them after the turn', async () => {
  const table = opened(snapshot({ seats: [0, 1], seat: -1, view: { ...VIEW, seat: -1, legal: [] } }));
  expect([table.isGuarded, table.curtainFor, table.isMyTurn]).toEqual([true, 0, false]);
  const looked = table.look(0);
  FakeSocket.last.receive(snapshot({ seats: [0, 1] }));
  FakeSocket.last.receive({ type: 'accepted', request: FakeSocket.last.sent.at(-1)!.request, ply: 0 });
  expect(await looked).toBe(true);
  expect([table.seat, table.curtainFor]).toEqual([0, null]);
  const done = table.act(['draw']);
  const { request } = FakeSocket.last.sent.at(-1)!;
  FakeSocket.last.receive({
    type: 'update',
    since: 0,
    ply: 1,
    changes: { to_act: 1, legal: [] },
    events: [{ key: 'nizam.draw', seat: 0, facts: { cards: 'RRR' }, ply: 0 }],
  });
  const old = FakeSocket.last;
  old.receive({ type: 'accepted', request, ply: 1 });
  await done;
  expect([table.view, table.shown, table.log, table.seat]).toEqual([null, null, [], -1]);
  expect(FakeSocket.last).not.toBe(old);
  old.receive(snapshot({ seats: [0, 1] }) as unknown as Message);
  expect(table.view).toBeNull();
});
