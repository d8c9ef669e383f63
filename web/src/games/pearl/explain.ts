import { partsOf } from '../../lib/explanation';
import type { PearlView } from '../../protocol';
import { nameAt, whoIs } from '../explanations';
import { explainerOf, pictureOfGem } from '../shifting/explain';
import { blockerOf, stateOf } from './tasks';
import { shifting } from '../shifting/words';
import { pearl } from './words';

export const explain = explainerOf<PearlView>({
  gem(kind, cell, view, table) {
    if (kind === 'P') return { text: [shifting.explain.pearl], rules: ['P4', 'P5', 'P6'] };
    const words = pearl.explain;
    const isOpen = table.seat >= 0 && stateOf(view, table.seat, kind) === 'open';
    return {
      text: [shifting.explain.threeOnBoard, ...(isOpen ? [words.open] : [])],
      rules: ['P2', 'P5'],
    };
  },
  score(seat, view, table) {
    const words = pearl.explain;
    return {
      title: words.score,
      picture: { art: 'i-check', class: 'i' },
      text: [words.scoreText(whoIs(table, seat), view.scores[seat] ?? 0)],
      rules: ['P11'],
    };
  },
  own(key, view, table) {
    const words = pearl.explain;
    const [what, of, kind = '', isMet] = partsOf(key);
    if (what === 'stall')
      return {
        title: words.stall,
        picture: { art: 'i-clock', class: 'i' },
        text: [words.stallText(view.stall, view.stall_limit)],
        rules: ['P12'],
      };
    if (what === 'to-win')
      return {
        title: words.toWin,
        picture: { art: 'i-star', class: 'i' },
        text: [words.toWinText(Math.min(...view.tasks_left.map((left) => left.length)))],
        rules: ['P11'],
      };
    if (what !== 'task') return null;
    const seat = Number(of);
    const state = stateOf(view, seat, kind, isMet ? kind : '');
    const blocker = nameAt(table, blockerOf(view, seat, kind));
    const text = {
      open: [words.open],
      met: [words.met, words.open],
      done: [words.done],
      top: [words.top(whoIs(table, seat)), words.order],
      blocked: [words.blocked(blocker)],
    }[state];
    return {
      title: words.task(kind),
      picture: pictureOfGem(kind),
      text,
      rules: state === 'open' || state === 'met' ? ['P5', 'P6'] : ['P7', 'P8'],
    };
  },
});
