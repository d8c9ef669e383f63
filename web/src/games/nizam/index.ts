import { t } from '../../i18n/index.svelte';
import type { AnyView, SceneMaker } from '../../lib/scene';
import { scenes } from '../shifting/scenes';
import type { GameModule } from '..';
import Board from './NizamBoard.svelte';
import { explain } from './explain';
import { turn } from '../shifting/turn';
import Goal from './Goal.svelte';

const game: GameModule = {
  Board,
  explain,
  Goal,
  goalSide: 'left',
  Public: null,
  scenes: scenes as unknown as SceneMaker<AnyView>,
  turn,
  boardIsOpen: true,
  actionName: (action) =>
    action === 'draw'
      ? t.shifting.draw
      : action === 'done'
        ? t.shifting.endTurn
        : action === 'pass'
          ? t.shifting.pass
          : t.shifting.paidShift(action),
};

export default game;
