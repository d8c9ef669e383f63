import type { GameCard } from '../../lib/game';
import type { GnomesView } from '../../protocol';
import { autoDraw } from './autodraw';
import Picture from './Picture.svelte';
import { gnomes } from './words';

export const card: GameCard<GnomesView> = {
  Picture,
  // S2: the first match is best with the quick start.
  usual: { players: 4, firstOptions: { quick_start: true } },
  switches: [{ preference: autoDraw, text: () => gnomes.autoDraw }],
  decks: () => import('./decks'),
  load: () => import('.'),
};
