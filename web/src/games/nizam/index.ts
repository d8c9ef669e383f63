import { scenes } from '../shifting/scenes';
import type { GameModule } from '../../lib/game';
import type { NizamView } from '../../protocol';
import Board from './NizamBoard.svelte';
import { explain } from './explain';
import { actionName } from '../shifting/names';
import { isShift } from '../shifting/lines';
import { sound } from '../shifting/sound';
import { turn } from '../shifting/turn';
import Goal from './Goal.svelte';
import Still from './Still.svelte';

const game: GameModule<NizamView> = {
  Board,
  explain,
  Goal,
  goalSide: 'left',
  Public: null,
  scenes,
  sound,
  turn,
  arranges: isShift,
  gain: ({ key, facts }) => (key === 'nizam.points' ? (facts!.points as number) : null),
  boardIsOpen: true,
  actionName,
  Still,
};

export default game;
