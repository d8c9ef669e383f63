import { t } from '../../i18n/index.svelte';
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
  actionName(action) {
    const [verb, card = '', on = ''] = action.split(' ');
    if (verb === 'lay') return t.gnomes.lay(card);
    if (verb === 'drop') return t.gnomes.drop(card);
    if (verb === 'curse') return `${t.gnomeCard(card)} → ${t.seatNames[Number(on)]}`;
    if (verb === 'wind') return `${t.gnomeCard(card)} → ${t.gnomeCard(on)}`;
    if (verb === 'skip') return t.gnomes.skip;
    if (verb === 'pass') return t.gnomes.pass;
    return `${t.gnomes.take} ${card === 'deck' ? t.shifting.deck : card}`;
  },
};

export default game;
