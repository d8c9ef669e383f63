import type { GameCard } from '../../lib/game';
import type { LuzView } from '../../protocol';
import Picture from './Picture.svelte';

export const card: GameCard<LuzView> = {
  Picture,
  usual: { players: 4, settings: { aid: 'ranges', talk: 'phrases' } },
  load: () => import('.'),
};
