import type { Decks } from '../../lib/shuffles';
import { gnomes } from './words';

const SHAPES = ['o', 's', 't', 'h', 'd', 'm'];
const GEMS = ['R', 'H', 'S'].flatMap((colour) => SHAPES.map((shape) => colour + shape));
const OTHERS = { C: 14, K: 6, FO: 3, FG: 3, FP: 3, WR: 5, WY: 5, WB: 5, D: 4 };

export const decks: Decks = {
  setUp: ({ players, deck, quick_start }) => {
    const [shapes, copies] = deck === 'six_shapes' ? [SHAPES, 3] : [SHAPES.slice(0, 3), 6];
    const others: [string, number][] = Object.entries(OTHERS);
    const gems = GEMS.map((gem): [string, number] => [gem, shapes.includes(gem[1]!) ? copies : 0]);
    // A quick start lays a cave before each player.
    const laid = (card: string) => (card === 'C' && quick_start === true ? players : 0);
    return [[...others, ...gems].flatMap(([card, count]) => Array<string>(count - laid(card)).fill(card))];
  },
  cardName: (card) => gnomes.cardName(card),
};
