import type { GnomesView } from '../../protocol';
import { gnomes } from './words';

/** How an action is called: "Lay: cave", "cave-in → Palm"; `names` are those of the seats. */
export function nameOfAction(action: string, open: GnomesView['open'], names: string[]): string {
  const [verb, card = '', on = ''] = action.split(' ');
  if (verb === 'lay') return gnomes.lay(card);
  if (verb === 'drop') return gnomes.drop(card);
  if (verb === 'curse') return `${gnomes.cardName(card)} → ${names[Number(on)]}`;
  if (verb === 'wind') return `${gnomes.cardName(card)} → ${gnomes.cardName(on)}`;
  if (verb === 'skip') return gnomes.skip;
  if (verb === 'pass') return gnomes.pass;
  if (card === 'deck') return gnomes.takeDeck;
  return `${gnomes.take}: ${gnomes.cardName(open[Number(card) - 1] ?? '')}`;
}
