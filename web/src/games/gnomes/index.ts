import { t } from '../../i18n/index.svelte';
import type { GnomesView } from '../../protocol';
import type { AnyView, SceneMaker } from '../../lib/scene';
import type { GameModule } from '..';
import Board from './GnomesBoard.svelte';
import Public from './GnomesPublic.svelte';
import { scenes } from './scenes';

const game: GameModule = {
  Board,
  Public,
  scenes: scenes as unknown as SceneMaker<AnyView>,
  boardIsOpen: false,
  actionName(action, view, names) {
    const [verb, card = '', on = ''] = action.split(' ');
    if (verb === 'lay') return t.gnomes.lay(card);
    if (verb === 'drop') return t.gnomes.drop(card);
    if (verb === 'curse') return `${t.gnomeCard(card)} → ${names[Number(on)]}`;
    if (verb === 'wind') return `${t.gnomeCard(card)} → ${t.gnomeCard(on)}`;
    if (verb === 'skip') return t.gnomes.skip;
    if (verb === 'pass') return t.gnomes.pass;
    if (card === 'deck') return t.gnomes.takeDeck;
    return `${t.gnomes.take}: ${t.gnomeCard((view as unknown as GnomesView).open[Number(card) - 1] ?? '')}`;
  },
};

export default game;
