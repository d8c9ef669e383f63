import { t } from '../../i18n/index.svelte';
import type { GnomesView } from '../../protocol';

/** How an action is called: "Lay: cave", "cave-in → Palm"; `names` are those of the seats. */
export function nameOfAction(action: string, open: GnomesView['open'], names: string[]): string {
  const [verb, card = '', on = ''] = action.split(' ');
  if (verb === 'lay') return t.gnomes.lay(card);
  if (verb === 'drop') return t.gnomes.drop(card);
  if (verb === 'curse') return `${t.gnomeCard(card)} → ${names[Number(on)]}`;
  if (verb === 'wind') return `${t.gnomeCard(card)} → ${t.gnomeCard(on)}`;
  if (verb === 'skip') return t.gnomes.skip;
  if (verb === 'pass') return t.gnomes.pass;
  if (card === 'deck') return t.gnomes.takeDeck;
  return `${t.gnomes.take}: ${t.gnomeCard(open[Number(card) - 1] ?? '')}`;
}
