import type { GameCard } from '../../lib/game';
import type { PearlView } from '../../protocol';
import Picture from './Picture.svelte';

export const card: GameCard<PearlView> = {
  Picture,
  usual: { players: 3 },
  decks: () => import('./decks'),
  load: () => import('.'),
};
