import type { Decks } from '../../lib/shuffles';
import { CARDS_PER_KIND, cardName, KINDS, ofEachKind } from '../shifting/decks';

export const decks: Decks = { order: KINDS, setUp: () => [ofEachKind(CARDS_PER_KIND)], cardName };
