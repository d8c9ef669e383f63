import './suits.css';

import type { GameCard } from '../../lib/game';
import type { LuzView } from '../../protocol';
import Picture from './Picture.svelte';
import { queueing } from './queue';
import { luz } from './words';

export const card: GameCard<LuzView> = {
  Picture,
  usual: { players: 4, settings: { talk: 'phrases', game: { aid: 'ranges' } } },
  settings: () => luz.settings,
  switches: [{ preference: queueing, text: () => luz.queueing }],
  decks: () => import('./decks'),
  load: () => import('.'),
};
