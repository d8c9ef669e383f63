import type { GnomesView } from '../../protocol';
import type { GameModule } from '../../lib/game';
import Board from './GnomesBoard.svelte';
import { explain } from './explain';
import Goal from './Goal.svelte';
import Public from './GnomesPublic.svelte';
import { nameOfAction } from './names';
import { scenes } from './scenes';
import { sound } from './sound';
import { turn } from './turn';
import { gnomes } from './words';

const game: GameModule<GnomesView> = {
  Board,
  explain,
  Goal,
  goalSide: 'right',
  Public,
  scenes,
  sound,
  turn,
  arranges: (action) => action !== 'pass',
  hit: ({ key, facts }) => (key === 'gnomes.curse' ? (facts!.target as number) : null),
  scoreText: (score) => gnomes.scoreText(score as GnomesView['scores'][number]),
  boardIsOpen: false,
  decision(view, names) {
    const { decision } = view;
    return decision && gnomes.decision(decision, (seat) => names[seat] ?? '?');
  },
  actionName: (action, view, names) => nameOfAction(action, view.open, names),
};

export default game;
