import { vi } from 'vitest';

import type { GameModule } from './lib/game';
import type { AnyView } from './lib/scene';
import { TableState, type TableOptions } from './lib/table.svelte';
import type { Snapshot } from './protocol';

/** A socket whose other end is the test. */
export class FakeSocket {
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

export const VIEW = {
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

export function snapshot(changes: Partial<Snapshot> = {}): Snapshot {
  const seat = {
    kind: 'person',
    name: 'A',
    level: 'casual',
    covered: false,
    connected: true,
    has_pin: false,
    seeded: false,
    yours: true,
    host: true,
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
    covered: null,
    said: [],
    muted: [],
    note: '',
    offers: [],
    ...changes,
  } as unknown as Snapshot;
}

/** A table whose socket has just been opened; `changes` are options that a test needs otherwise. */
export function opened<V extends AnyView = AnyView>(
  first = snapshot(),
  changes: Partial<TableOptions> = {},
  scenes: GameModule['scenes'] = () => [],
): TableState<V> {
  const table = new TableState<V>({
    address: 'ws://x',
    table: 't',
    watch: null,
    tempo: () => 1,
    ...changes,
  });
  table.module = { scenes, actionName: (action: string) => action } as Partial<GameModule> as GameModule;
  table.connect();
  FakeSocket.last.onopen?.();
  FakeSocket.last.receive(first);
  return table;
}

export function useFakeSocket(): void {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
}

export function useRealSocket(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

/** Answer the last request; `ply` is where the match is after it. */
export function accept(ply: number): void {
  FakeSocket.last.receive({ type: 'accepted', request: FakeSocket.last.sent.at(-1)!.request, ply });
}

/** Tell that one action has been played. */
export function update(since: number, changes: object, events: object[] = []): void {
  FakeSocket.last.receive({ type: 'update', since, ply: since + 1, changes, events });
}
