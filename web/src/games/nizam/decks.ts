import type { Decks } from '../../lib/shuffles';
import { CARDS_PER_KIND, cardName, ofEachKind } from '../shifting/decks';

export const decks: Decks = {
  setUp: () => [ofEachKind(CARDS_PER_KIND)],
  replay: () => import('./replay'),
  cardName,
};
