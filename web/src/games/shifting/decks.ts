import type { Decks } from '../../lib/shuffles';
import { shifting } from './words';

export const KINDS = ['R', 'C', 'T', 'E', 'Q', 'S', 'A', 'X'];
export const CARDS_PER_KIND = 12;

/** The same number of every kind, in their order. */
export const ofEachKind = (count: number) => KINDS.flatMap((kind) => Array<string>(count).fill(kind));

export const cardName: Decks['cardName'] = (card) => shifting.gem[card] ?? card;
