import { permutation } from '../shuffles';
import type { Words } from '../siphash';

/** Where the shuffles of a match that is played again come from, and what they were. */
export interface Chance {
  words: Words;
  shuffles: number[][];
}

interface Dealt {
  deck: number[];
  deck_pos: number;
  chance: Chance;
}

/** Shuffle the cards that lie in the deck, by the recipe of docs/record.md, and note their order. */
export function shuffle_deck({ deck, deck_pos, chance }: Dealt): void {
  const cards = deck.slice(deck_pos);
  const mixed = permutation(cards.length, chance.words).map((place) => cards[place]!);
  mixed.forEach((card, place) => (deck[deck_pos + place] = card));
  chance.shuffles.push(mixed);
}

export const next_keyed_word = ({ chance }: Dealt): bigint => chance.words.next();
