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
  /** Of a game without its own board: what is shown of it, by language. */
  plain?: Record<string, PlainBoard>;
}

/** One picture of an animation: what the board shows, and for how long. */
export interface Scene<V = AnyView> {
  view: V;
  event: EventInfo | null;
  ms: number; // At normal speed.
}

/** Turns what has happened into pictures between two views, in order; the last picture, `after`, need not be among them. */
export type SceneMaker<V> = (before: V, events: EventInfo[], after: V) => Scene<V>[];
