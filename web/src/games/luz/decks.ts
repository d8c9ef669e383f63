import type { Decks, DealOptions } from '../../lib/shuffles';
import { luz } from './words';

const COLOURS = ['R', 'Y', 'G', 'B', 'P'];
const HIGHEST = 12;

const upTo = (highest: number) =>
  COLOURS.flatMap((colour) => Array.from({ length: highest }, (_, value) => `${colour}${value + 1}`));

/** Ten cards for each player and ten aside, as many of every colour. */
const whole = ({ players }: DealOptions) => upTo((10 * (players + 1)) / COLOURS.length);

export const decks: Decks = {
  /** Made when a deal is checked: under the curtain no string of a card may lie in memory. */
  get order() {
    return upTo(HIGHEST);
  },
  setUp: (options) => [whole(options)],
  later: whole,
  cardName: (card) => luz.suitCard(card),
};
