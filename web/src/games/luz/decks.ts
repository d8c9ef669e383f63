import type { Decks, DealOptions } from '../../lib/shuffles';
import { luz } from './words';

const COLOURS = ['R', 'Y', 'G', 'B', 'P'];
const HAND = 10;
const DEALS = 4;

const upTo = (highest: number) =>
  COLOURS.flatMap((colour) => Array.from({ length: highest }, (_, value) => `${colour}${value + 1}`));

/** Ten cards for each player and ten aside, as many of every colour. */
const whole = ({ players }: DealOptions) => upTo((HAND * (players + 1)) / COLOURS.length);

export const decks: Decks = {
  setUp: (options) => [whole(options)],
  // Everybody bets once and plays ten cards; with the last one the next deal is dealt.
  later: (number, options) =>
    number < DEALS ? { cards: whole(options), ply: number * options.players * (1 + HAND) - 1 } : null,
  cardName: (card) => luz.suitCard(card),
};
