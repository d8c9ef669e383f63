import type { EventInfo, PlainBoard } from '../protocol';

/** What every game's view has. */
export interface AnyView {
  game: string;
  seat: number;
  players: number;
  to_act: number;
  phase: string;
  over: boolean;
  scores: unknown[];
  winners: number[];
  legal: string[];
  /** For a game without its own board: what the plain board shows, by language. */
  plain?: Record<string, PlainBoard>;
}

/** One picture of an animation: what the board shows, and for how long. */
export interface Scene<V = AnyView> {
  view: V;
  event: EventInfo | null;
  ms: number; // At normal speed.
}

/** Turns events into pictures between two views, in order; the last picture, `after`, may be left out. */
export type SceneMaker<V> = (before: V, events: EventInfo[], after: V) => Scene<V>[];
