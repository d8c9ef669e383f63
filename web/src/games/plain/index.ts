import { t } from '../../i18n/index.svelte';
import type { GameModule } from '../../lib/game';
import { wordsOfAction } from './board';
import Goal from './Goal.svelte';
import Board from './PlainBoard.svelte';
import Still from './Still.svelte';
import { scenes } from './scenes';

/** The board of games without their own: a drawing, the legal actions as buttons, and the log. */
const game: GameModule = {
  Board,
  explain: () => null,
  Goal,
  goalSide: 'left',
  Public: null,
  scenes,
  boardIsOpen: false,
  scoreText: (score) =>
    typeof score === 'number' ? t.signed(score).replace('+', '') : [score].flat().join(' · '),
  actionName: wordsOfAction,
  Still,
};

export default game;
