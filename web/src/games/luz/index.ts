import type { LuzView } from '../../protocol';
import type { GameModule } from '../../lib/game';
import Board from './LuzBoard.svelte';
import { explain } from './explain';
import Goal from './Goal.svelte';
import Known from './Known.svelte';
import Public from './LuzPublic.svelte';
import { readNotes, writeNotes } from './notes';
import { scenes } from './scenes';
import { sound } from './sound';
import { groupsOf } from './view';
import { turn } from './turn';
import { luz } from './words';

const game: GameModule<LuzView> = {
  Board,
  explain,
  Goal,
  Known,
  goalSide: 'right',
  Public,
  scenes,
  sound,
  turn,
  arranges: () => true,
  gain: ({ key, facts }) =>
    key === 'luz.bet_met' || key === 'luz.bet_missed' ? (facts!.points as number) : null,
  asked: ({ key, facts }) => (key === 'luz.puzzle.values' ? `play ${facts!.slot as number}` : null),
  notes: {
    words: (note) => readNotes(note).words,
    withWords: (note, words) => writeNotes({ ...readNotes(note), words }),
  },
  boardIsOpen: false,
  actionName(action, view) {
    const [verb, number = ''] = action.split(' ');
    if (verb === 'bid') return luz.bet(parseInt(number), number.endsWith('+'));
    const colour = view.hands[view.seat]?.[Number(number) - 1]?.colour;
    if (!colour) return action;
    const group = groupsOf(view.hands[view.seat]!).find((each) => each.colour === colour)!;
    return luz.mine(colour, group.slots.indexOf(Number(number)) + 1, group.slots.length);
  },
};

export default game;
