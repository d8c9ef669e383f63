import './suits.css';

import { t } from '../../i18n/index.svelte';
import type { GameCard } from '../../lib/game';
import type { LuzView } from '../../protocol';
import Picture from './Picture.svelte';
import { queueing } from './queue';

export const card: GameCard<LuzView> = {
  Picture,
  usual: { players: 4, settings: { talk: 'phrases', game: { aid: 'ranges' } } },
  settings: () => ({
    aid: { title: t.create.aid, choices: t.create.aids },
    taken_tricks: {
      title: t.create.takenTricks,
      choices: t.create.takenChoices,
      what: t.create.takenWhat,
    },
  }),
  switches: [{ preference: queueing, text: () => t.settings.queue }],
  load: () => import('.'),
};
