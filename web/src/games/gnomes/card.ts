import type { GameCard } from '../../lib/game';
import type { GnomesView } from '../../protocol';
import Picture from './Picture.svelte';

export const card: GameCard<GnomesView> = {
  Picture,
  // S2: the first match is best with the quick start.
  usual: { players: 4, firstOptions: { quick_start: true } },
  load: () => import('.'),
};
