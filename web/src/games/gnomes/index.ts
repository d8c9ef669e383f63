import { t } from '../../i18n/index.svelte';
import type { GnomesView } from '../../protocol';
import type { AnyView, SceneMaker } from '../../lib/scene';
import type { GameModule } from '..';
import Board from './GnomesBoard.svelte';
import { explain } from './explain';
import Goal from './Goal.svelte';
import Public from './GnomesPublic.svelte';
import { nameOfAction } from './names';
import { scenes } from './scenes';
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
  decision(view, names) {
    const { decision } = view as unknown as GnomesView;
    return decision && t.gnomes.decision(decision, (seat) => names[seat] ?? '?');
  },
  actionName: (action, view, names) => nameOfAction(action, (view as unknown as GnomesView).open, names),
};

export default game;
