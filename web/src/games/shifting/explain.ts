import { t } from '../../i18n/index.svelte';
import { capital } from '../../i18n/writing';
import { partsOf, type Explainer, type Explanation } from '../../lib/explanation';
import type { TableState } from '../../lib/table.svelte';
import { clockLines, explainClock, nameAt, whoIs } from '../explanations';
import { cellsOf } from './lines';
import type { ShiftingView } from './plan.svelte';
import { shifting } from './words';

/** What the two games on the shifting board say otherwise. */
export interface Differences<View extends ShiftingView> {
  gem: (kind: string, cell: number | null, view: View, table: TableState) => Partial<Explanation>;
  score: (seat: number, view: View, table: TableState) => Explanation;
  own: (key: string, view: View, table: TableState) => Explanation | null;
}

// What a board shows while a turn is planned is not what the table has told last.
const boards = new WeakMap<TableState, () => ShiftingView>();

export function tellBoard(table: TableState, view: () => ShiftingView): void {
  boards.set(table, view);
}

export function pictureOfGem(kind: string): Explanation['picture'] {
  return { art: `gem-${kind}`, class: `gem k-${kind}` };
}

/** The runs that a cell is part of. */
export function runsAt<Run extends { line: string; start: number; length: number }>(
  runs: Run[],
  cell: number | null,
): Run[] {
  return cell === null ? [] : runs.filter((run) => cellsOf(run.line, run.start, run.length).includes(cell));
}

export function explainerOf<View extends ShiftingView>(differences: Differences<View>): Explainer {
  return (key, table) => {
    const view = (boards.get(table)?.() ?? table.shown) as View | null;
    return view ? explain(key, view, table, differences) : null;
  };
}

function explain<View extends ShiftingView>(
  key: string,
  view: View,
  table: TableState,
  differences: Differences<View>,
): Explanation | null {
  const [kind, ...details] = partsOf(key);
  const words = shifting.explain;
  const seat = Number(details[0]);
  switch (kind) {
    case 'gem': {
      const [code = '', cell] = details;
      const own = differences.gem(code, cell === undefined ? null : Number(cell), view, table);
      const hand = view.hands[table.seat] ?? '';
      const held = [...hand].filter((each) => each === code).length;
      return {
        title: capital(shifting.gem[code] ?? ''),
        picture: pictureOfGem(code),
        rules: own.rules ?? [],
        text: [...(own.text ?? []), ...(code !== 'P' && table.seat >= 0 ? [words.hold(held)] : [])],
      };
    }
    case 'card': {
      const [code = ''] = details;
      const held = [...(view.hands[table.seat] ?? '')].filter((each) => each === code).length;
      return {
        title: capital(shifting.gem[code] ?? ''),
        picture: pictureOfGem(code),
        text: [words.pays(code), words.hold(held)],
        rules: ['N7', 'N8'],
      };
    }
    case 'handle': {
      const [shift = '', price, code = '', held] = details;
      const cost =
        price === 'one'
          ? words.one(code, Number(held))
          : price === 'off'
            ? words.off
            : code === 'P'
              ? words.threePearl
              : words.three(code);
      return {
        title: capital(shifting.shift(shift)),
        picture: pictureOfGem(code),
        text: [words.slide(shift[0]!, code), cost],
        rules: ['N6', 'N7', code === 'P' ? 'P4' : 'N8'],
      };
    }
    case 'deck':
      return {
        title: words.deck,
        picture: { art: 'i-deck', class: 'i' },
        text: [words.deckText(view.deck), words.deckEnd],
        rules: ['N4', 'N15'],
      };
    case 'discard':
      return {
        title: words.discard,
        picture: { art: 'i-discard', class: 'i' },
        text: [words.discardText(view.discard.length)],
        rules: ['N7', 'N15'],
      };
    case 'chip': {
      const [shift = '', paid = ''] = details;
      return {
        title: capital(shifting.shift(shift)),
        text: [words.chip, ...(paid ? [words.paid(shifting.gems(paid))] : [])],
        rules: ['N5', 'N9'],
      };
    }
    case 'score':
      return differences.score(seat, view, table);
    case 'hand':
      return {
        title: t.explain.inHand.title,
        picture: { art: 'i-hand', class: 'i' },
        text: [t.explain.inHand.text(whoIs(table, seat), view.hand_sizes[seat] ?? 0)],
        rules: [],
      };
    case 'player': {
      const score = differences.score(seat, view, table);
      const limit = 'hand_limit' in view && view.hand_limit ? [words.limit(view.hand_limit)] : [];
      return {
        title: nameAt(table, seat),
        picture: { art: `seat-${seat}`, class: 'av' },
        text: [
          ...score.text,
          t.explain.inHand.text(whoIs(table, seat), view.hand_sizes[seat] ?? 0),
          ...limit,
          ...clockLines(table, seat),
        ],
        rules: [...score.rules, ...(limit.length ? ['N19'] : [])],
      };
    }
    case 'clock':
      return explainClock(table, seat);
    default:
      return differences.own(key, view, table);
  }
}
