import type { Decks } from '../../lib/shuffles';
import { CARDS_PER_KIND, cardName, ofEachKind } from '../shifting/decks';

const ON_BOARD = 3; // Of each kind.

export const decks: Decks = {
  // One card of each kind is a task of each player.
  setUp: ({ players }) => [[...ofEachKind(ON_BOARD), 'P'], ofEachKind(CARDS_PER_KIND - ON_BOARD - players)],
  replay: () => import('./replay'),
  cardName,
};
