import { t } from '../../i18n/index.svelte';
import type { AnyView, SceneMaker } from '../../lib/scene';
import nizam from '../nizam';
import { scenes } from '../shifting/scenes';
import type { GameModule } from '..';
import Board from './PearlBoard.svelte';
import { explain } from './explain';
import { turn } from '../shifting/turn';
import Goal from './Goal.svelte';

const game: GameModule = {
  Board,
  explain,
  Goal,
  goalSide: 'right',
  Public: null,
  scenes: scenes as unknown as SceneMaker<AnyView>,
  turn,
  boardIsOpen: true,
  actionName: (action, view, names) =>
    action.startsWith('task ') ? t.pearl.fulfil(action.slice(5)) : nizam.actionName(action, view, names),
};

export default game;
