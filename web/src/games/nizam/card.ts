import type { GameCard } from '../../lib/game';
import type { NizamView } from '../../protocol';
import Picture from './Picture.svelte';

export const card: GameCard<NizamView> = {
  Picture,
  // N19: only a player alone has a limit to the hand.
  usual: { players: 3, playersAtDevice: 2, optionsFor: { solo_hand_limit: 1 } },
  decks: () => import('./decks'),
  load: () => import('.'),
};
