import { t } from '../../i18n/index.svelte';
import type { LuzView } from '../../protocol';
import type { AnyView, SceneMaker } from '../../lib/scene';
import type { GameModule } from '..';
import Board from './LuzBoard.svelte';
import { explain } from './explain';
import Goal from './Goal.svelte';
import Public from './LuzPublic.svelte';
import { scenes } from './scenes';
import { groupsOf } from './view';
import { turn } from './turn';

const game: GameModule = {
  Board,
  explain,
  Goal,
  goalSide: 'right',
  Public,
  scenes: scenes as unknown as SceneMaker<AnyView>,
  turn,
  boardIsOpen: false,
  actionName(action, view) {
    const [verb, number = ''] = action.split(' ');
    if (verb === 'bid') return t.luz.bet(parseInt(number), number.endsWith('+'));
    const colour = (view as unknown as LuzView).hands[view.seat]?.[Number(number) - 1]?.colour;
    if (!colour) return action;
    const group = groupsOf((view as unknown as LuzView).hands[view.seat]!).find(
      (each) => each.colour === colour,
    )!;
    return t.luz.mine(colour, group.slots.indexOf(Number(number)) + 1, group.slots.length);
  },
};

export default game;
