import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { EventInfo, Message } from '../protocol';
import type { AnyView, SceneMaker } from './scene';
import type { TableState } from './table.svelte';
import {
  accept,
  FakeSocket,
  opened,
  snapshot,
  update,
  useFakeSocket,
  useRealSocket,
  VIEW,
} from '../table.testing';

beforeEach(useFakeSocket);
afterEach(useRealSocket);

/** How many actions have gone out by the present socket. */
function numActs(): number {
  return FakeSocket.last.sent.filter((each) => each.type === 'act').length;
}

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

test('a second click sends nothing until the view after the first has come', async () => {
  const table = opened();
  const done = table.act(['draw']);
  expect(await table.act(['draw'])).toBe(false);
  accept(1); // The server answers first, and tells what has happened next.
  await vi.advanceTimersByTimeAsync(0);
  expect([table.isSending, table.isMyTurn]).toEqual([true, true]);
  expect(await table.act(['draw'])).toBe(false);
  expect(numActs()).toBe(1);
  update(0, { to_act: 1, legal: [] });
  expect(await done).toBe(true);
  expect([table.isSending, table.isMyTurn, numActs()]).toEqual([false, false, 1]);
});

test('a refusal for a table that is further on holds the next action until the table has come', async () => {
  const table = opened();
  const done = table.act(['draw']);
  const reason = { key: 'stale', text: 'x', rule: null };
  FakeSocket.last.receive({ type: 'refused', request: FakeSocket.last.sent.at(-1)!.request, reason, ply: 3 });
  await vi.advanceTimersByTimeAsync(0);
  expect(await table.act(['draw'])).toBe(false);
  FakeSocket.last.receive(snapshot({ ply: 3 }));
  expect(await done).toBe(false);
  expect([table.isSending, table.ply, numActs()]).toEqual([false, 3, 1]);
});

test('a view that does not follow its answer is asked for', async () => {
  const table = opened();
  const done = table.act(['draw']);
  accept(1);
  await vi.advanceTimersByTimeAsync(1100);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'refresh', seen: 0 });
  FakeSocket.last.receive(snapshot({ ply: 1, view: { ...VIEW, to_act: 1 } }));
  expect(await done).toBe(true);
  expect(table.isSending).toBe(false);
});

test('a view that is behind is noticed by the next ping', async () => {
  const table = opened();
  await vi.advanceTimersByTimeAsync(5000);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'ping' });
  accept(2);
  await vi.advanceTimersByTimeAsync(1100);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'refresh', seen: 0 });
  expect(table.ply).toBe(0);
});

test('an action that was played before the connection was lost is not played again', async () => {
  const table = opened();
  const done = table.act(['draw']);
  FakeSocket.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1000);
  FakeSocket.last.onopen?.();
  FakeSocket.last.receive(snapshot({ ply: 1, view: { ...VIEW, to_act: 1 } }));
  expect(table.isSending).toBe(true); // It is sent again with the same id, and answered as before.
  accept(1);
  expect(await done).toBe(true);
  expect([table.isSending, table.ply]).toEqual([false, 1]);
});

test('after a lost connection only what has not been seen is added to the log', () => {
  const event = (ply: number) => ({ key: 'nizam.draw', seat: 0, facts: {}, ply });
  const table = opened(snapshot({ ply: 1, events: [event(0)] }));
  FakeSocket.last.receive(snapshot({ ply: 2, events: [event(1)] }));
  FakeSocket.last.receive(snapshot({ ply: 2, events: [event(1)] })); // Two gaps, two refreshes, one answer each.
  expect(table.log.map((each) => each.ply)).toEqual([0, 1]);
});

function played(ply: number): EventInfo {
  return { key: 'luz.play', seat: 0, facts: { slot: 1, card: 'R7', way: 'lead' }, ply };
}

test('what may not be looked at any longer leaves the log, and what is pointed at', () => {
  const cards = () => table.log.map((each) => each.facts?.card);
  const table = opened(snapshot({ ply: 2, events: [played(0), played(1)] }));
  table.lit = table.log[0]!;
  expect(cards()).toEqual(['R7', 'R7']);
  const covered = { since: 0, until: 1, facts: ['card'] };
  FakeSocket.last.receive({ type: 'update', since: 2, ply: 3, changes: {}, events: [played(2)], covered });
  expect(cards()).toEqual([undefined, 'R7', 'R7']);
  expect(table.lit?.facts).toEqual({ slot: 1, way: 'lead' });
  expect(JSON.stringify(table.log[0])).not.toContain('R7');
  // After a lost connection, too.
  FakeSocket.last.receive(snapshot({ ply: 5, covered: { since: 0, until: 3, facts: ['card'] } }));
  expect(cards()).toEqual([undefined, undefined, undefined]);
});

/** A table with three cards in its log, of which two are covered. */
function covering(scenes?: SceneMaker<AnyView>): TableState {
  const covered = { since: 0, until: 2, facts: ['card'] };
  return opened(snapshot({ ply: 3, events: [0, 1, 2].map(played), covered }), {}, scenes);
}

test('what may be looked at again is asked for and takes its place in the log', () => {
  const table = covering();
  expect(table.log.map((each) => each.facts?.card)).toEqual([undefined, undefined, 'R7']);
  FakeSocket.last.receive({
    type: 'update',
    since: 3,
    ply: 4,
    changes: {},
    events: [played(3)],
    uncovered: 0,
  });
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'refresh', seen: 0 });
  FakeSocket.last.receive(snapshot({ ply: 4, events: [0, 1, 2, 3].map(played) }));
  expect(table.log).toEqual([0, 1, 2, 3].map(played));
  update(4, {}, [played(4)]);
  expect(table.log).toEqual([0, 1, 2, 3, 4].map(played));
  expect(FakeSocket.last.sent.filter((each) => each.type === 'refresh')).toHaveLength(1);
});

test('a client that was cut off while the log was uncovered gets the rest of it, too', () => {
  const table = covering();
  FakeSocket.last.receive(snapshot({ ply: 5, events: [played(3), played(4)] })); // Updates were lost.
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'refresh', seen: 0 });
  FakeSocket.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1000);
  FakeSocket.last.onopen?.();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'open', seen: 0 });
  FakeSocket.last.receive(snapshot({ ply: 5, events: [0, 1, 2, 3, 4].map(played) }));
  expect(table.log).toEqual([0, 1, 2, 3, 4].map(played));
});

test('what is sent again interrupts no picture, and does not run ahead of it', () => {
  const scenes: SceneMaker<AnyView> = (_before, events, after) =>
    events.map((event) => ({ view: after, event, ms: 100 }));
  const table = covering(scenes);
  const events = [played(3), { ...played(3), key: 'luz.trick' }];
  FakeSocket.last.receive({ type: 'update', since: 3, ply: 4, changes: {}, events, uncovered: 0 });
  FakeSocket.last.receive(snapshot({ ply: 4, events: [...[0, 1, 2].map(played), ...events] }));
  expect([table.isAnimating, table.event?.key]).toEqual([true, 'luz.play']);
  expect(table.log).toEqual([0, 1, 2, 3].map(played));
  vi.advanceTimersByTime(200);
  expect([table.isAnimating, table.log.length]).toEqual([false, 5]);
});

test('a table that is gone stays closed', () => {
  const table = opened();
  const before = FakeSocket.count;
  FakeSocket.last.onclose?.({ code: 4404 });
  vi.advanceTimersByTime(60_000);
  expect([table.connection, FakeSocket.count]).toEqual(['closed', before]);
});

test('a shared device that was cut off keeps nothing of the seat that was looking', () => {
  const shared = { seats: [0, 1] };
  const table = opened(snapshot({ ...shared, note: 'r7?', ply: 1 }));
  update(1, { legal: ['draw', 'done'] }, [{ key: 'nizam.draw', seat: 0, facts: { cards: 'RRR' }, ply: 1 }]);
  table.hints.all = [{ actions: ['draw'] } as never];
  FakeSocket.last.onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1000);
  FakeSocket.last.onopen?.();
  FakeSocket.last.receive(snapshot({ ...shared, seat: -1, ply: 2 })); // The server shows nobody's cards.
  expect([table.view, table.shown, table.log, table.note, table.hints.all, table.seat]).toEqual([
    null,
    null,
    [],
    '',
    null,
    -1,
  ]);
  FakeSocket.last.onopen?.();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'open', seen: 0 });
});

test('an action that is under way when the device is passed on does not hold up the next person', async () => {
  const table = opened(snapshot({ seats: [0, 1] }));
  const done = table.act(['draw']);
  table.hide();
  expect(await done).toBe(false);
  expect(table.isSending).toBe(false);
  FakeSocket.last.onopen?.();
  FakeSocket.last.receive(snapshot({ seats: [0, 1], seat: -1, view: { ...VIEW, seat: -1 } }));
  void table.look(0);
  FakeSocket.last.receive(snapshot({ seats: [0, 1] }));
  void table.act(['draw']);
  expect([table.isSending, numActs()]).toEqual([true, 1]);
});

test('what has happened is shown again, one by one, and can be skipped', () => {
  const table = opened();
  const events = ['draw', 'pass'].map((what) => ({ key: `nizam.${what}`, seat: 1, ply: 0 })) as EventInfo[];
  table.retell(events);
  expect([table.isAnimating, table.event?.key, table.shown?.legal]).toEqual([true, 'nizam.draw', []]);
  vi.advanceTimersByTime(1000);
  expect(table.event?.key).toBe('nizam.pass');
  vi.advanceTimersByTime(1000);
  expect([table.isAnimating, table.event]).toEqual([false, null]);
  table.retell(events);
  table.skip();
  expect([table.isAnimating, table.event, table.shown]).toEqual([false, null, table.view]);
});

test('the review of a bet is asked for, and nothing is shown if it is refused', async () => {
  const table = opened();
  const asked = table.review(2);
  const sent = FakeSocket.last.sent.at(-1)!;
  expect(sent).toMatchObject({ type: 'review', deal: 2 });
  const known = { tricks: 3 };
  const answer = { type: 'reviewed', request: sent.request, deal: 2, known } as const;
  FakeSocket.last.receive(answer);
  expect(await asked).toEqual(known);
  const refused = table.review(3);
  const reason = { key: 'no_review', text: 'x', rule: null };
  FakeSocket.last.receive({ type: 'refused', request: FakeSocket.last.sent.at(-1)!.request, reason, ply: 0 });
  expect([await refused, table.refusal]).toEqual([null, null]);
});

// --- What others do is shown -----------------------------------------------------------------------------------------

const move = (seat: number, ply: number): EventInfo => ({ key: 'nizam.draw', seat, facts: {}, ply });
const score = (seat: number, ply: number): EventInfo => ({ key: 'nizam.points', seat, facts: {}, ply });
/** A second for each draw; points have no picture. */
const SCENES: SceneMaker<AnyView> = (_before, events, after) =>
  events.filter((event) => event.key === 'nizam.draw').map((event) => ({ view: after, event, ms: 1000 }));

/** A table at which seat 1 is to act, at a speed. */
function watching(tempo = 1, onevent = () => {}) {
  const first = snapshot({ view: { ...VIEW, to_act: 1, legal: [] } });
  return opened(first, { tempo: () => tempo, onevent }, SCENES);
}

test('the log tells an event with its picture, and points not before the animation', () => {
  const table = watching();
  update(0, {}, [move(1, 0), score(1, 0)]);
  update(1, { to_act: 0, legal: ['draw'] }, [move(1, 1)]);
  expect([table.log.length, table.isAnimating, table.canAct, table.isMyTurn]).toEqual([1, true, false, true]);
  vi.advanceTimersByTime(1000);
  expect(table.log.map((event) => event.key)).toEqual(['nizam.draw', 'nizam.points', 'nizam.draw']);
  vi.advanceTimersByTime(1000);
  expect([table.isAnimating, table.canAct]).toEqual([false, true]);
});

test('what is skipped is logged all the same, in order', () => {
  const table = watching();
  update(0, {}, [move(1, 0), score(1, 0)]);
  update(1, {}, [move(1, 1)]);
  table.skip();
  expect(table.log.map((event) => event.ply)).toEqual([0, 0, 1]);
  expect([table.isAnimating, table.shown]).toEqual([false, table.view]);
});

test('skipping goes on until it is my turn, and no longer', () => {
  const table = watching();
  update(0, {}, [move(1, 0)]);
  table.skipAll();
  update(1, {}, [move(1, 1)]);
  expect([table.isSkipping, table.isAnimating, table.log.length]).toEqual([true, false, 2]);
  update(2, { to_act: 0, legal: ['draw'] }, [move(1, 2)]);
  expect([table.isSkipping, table.canAct]).toEqual([false, true]);
  update(3, { to_act: 1, legal: [] }, [move(0, 3)]);
  expect(table.isAnimating).toBe(true);
});

test.each([
  ['slow', 1.7, 1700],
  ['normal', 1, 1000],
  ['fast', 0.4, 400],
  ['at once', 0, 0],
])('moves of others are shown %s', (_name, tempo, ms) => {
  const table = watching(tempo);
  update(0, { to_act: 0, legal: ['draw'] }, [move(1, 0)]);
  expect(table.canAct).toBe(ms === 0);
  if (ms) vi.advanceTimersByTime(ms - 1);
  expect(table.canAct).toBe(ms === 0);
  vi.advanceTimersByTime(1);
  expect([table.canAct, table.log.length]).toEqual([true, 1]);
});

test('a long queue goes faster, and what nobody would wait for is not shown at all', () => {
  const table = watching();
  for (let ply = 0; ply < 8; ply++) update(ply, {}, [move(1, ply)]); // Eight seconds.
  vi.advanceTimersByTime(6500);
  expect(table.isAnimating).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(table.isAnimating).toBe(false);
  for (let ply = 8; ply < 30; ply++) update(ply, {}, [move(1, ply)]);
  expect([table.isAnimating, table.log.length]).toEqual([false, 30]);
});

test('a sound comes with its picture, and at once only the last one is heard', () => {
  const [heard, heardAtOnce] = [vi.fn(), vi.fn()];
  watching(1, heard);
  update(0, {}, [move(1, 0)]);
  update(1, {}, [move(1, 1)]);
  expect(heard).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(heard).toHaveBeenCalledTimes(2);
  watching(0, heardAtOnce);
  update(0, {}, [move(1, 0), score(1, 0)]);
  expect(heardAtOnce).toHaveBeenCalledTimes(1);
});
