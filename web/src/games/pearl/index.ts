import { scenes } from '../shifting/scenes';
import type { GameModule } from '../../lib/game';
import type { PearlView } from '../../protocol';
import Board from './PearlBoard.svelte';
import { explain } from './explain';
import { actionName } from '../shifting/names';
import { isShift } from '../shifting/lines';
import { sound } from '../shifting/sound';
import { turn } from '../shifting/turn';
import Goal from './Goal.svelte';
import { pearl } from './words';

const game: GameModule<PearlView> = {
  Board,
  explain,
  Goal,
  goalSide: 'right',
  Public: null,
  scenes,
  sound,
  turn,
  arranges: (action) => isShift(action) || action.startsWith('task '),
  gain: ({ key }) => (key === 'pearl.task' ? 1 : null),
  boardIsOpen: true,
  actionName: (action) => (action.startsWith('task ') ? pearl.fulfil(action.slice(5)) : actionName(action)),
};

export default game;
