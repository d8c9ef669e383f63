import type { GameCard } from '../../lib/game';
import Picture from './Picture.svelte';

/** For every game without its own board. */
export const card: GameCard = {
  Picture,
  usual: { players: 2 },
  load: () => import('.'),
};
