import type { Component } from 'svelte';

import type { Explainer } from '../lib/explanation';
import type { AnyView, SceneMaker } from '../lib/scene';
import type { TurnWords } from '../lib/since';
import type { EventInfo } from '../protocol';
import type { TableState } from '../lib/table.svelte';

/** What the page has for a game: its board, its animations, and how an action is called. */
export interface GameModule {
  Board: Component<{ table: TableState }>;
  /** The part of the table that may be seen under the curtain. */
  Public: Component<{ table: TableState }> | null;
  scenes: SceneMaker<AnyView>;
  /** How an action is called; `names` are those of the seats. */
  actionName: (action: string, view: AnyView, names: string[]) => string;
  /** Tells what anything on the board with `data-explain` is. */
  explain: Explainer;
  /** What has decided a match that is over, in one sentence, if the view tells it. */
  decision?: (view: AnyView, names: string[]) => string | null;
  /** What somebody's turn comes to in a few words, for "since your last turn"; null: nothing to tell. */
  turn?: (events: EventInfo[], names: string[]) => TurnWords | null;
  /** Goal and scoring, and the side of a wide screen that has room for them. */
  Goal: Component<{ table: TableState }>;
  goalSide: 'left' | 'right';
  /** Whether the board stays in sight under the curtain, because only the hand is secret. */
  boardIsOpen: boolean;
}

export const GAMES = ['nizam', 'pearl', 'gnomes', 'luz'] as const;

const loaders: Record<string, () => Promise<{ default: GameModule }>> = {
  nizam: () => import('./nizam'),
  pearl: () => import('./pearl'),
  gnomes: () => import('./gnomes'),
  luz: () => import('./luz'),
};

export async function loadGame(game: string): Promise<GameModule> {
  const load = loaders[game];
  if (!load) throw new Error(`there is no board for ${game}`);
  return (await load()).default;
}
