import { t } from '../../i18n/index.svelte';
import { capital } from '../../i18n/writing';
import { partsOf, type Explainer, type Explanation } from '../../lib/explanation';
import type { TableState } from '../../lib/table.svelte';
import type { LuzView } from '../../protocol';
import { clockLines, explainClock, nameAt, whoIs } from '../explanations';
import { aidAt, allowedAid, wantedAid } from './aid';
import { guessesOn, readNotes } from './notes';
import { groupsOf, rangeText, SUITS } from './view';
import { luz } from './words';

const TRUMP = 'Y';

export const explain: Explainer<LuzView> = (key, table) => {
  const view = table.shown;
  if (!view) return null;
  const [kind, of = '', number = ''] = partsOf(key);
  const words = luz.explain;
  const seat = Number(of);
  const { exact, safe, miss } = view.payoff;
  switch (kind) {
    case 'card':
      return explainCard(of, number === '' ? null : Number(number), view, table);
    case 'mine':
      return explainMine(seat, view, table);
    case 'back':
      return {
        title: capital(luz.suit[of] ?? ''),
        picture: emblem(of),
        text: [words.values(view.highest_value)],
        rules: ['L3'],
      };
    case 'high':
      return {
        title: words.high,
        picture: { art: 'i-high', class: 'i' },
        text: [words.highText],
        rules: ['L2'],
      };
    case 'led': {
      const colour = view.trick.colour;
      return colour
        ? {
            title: words.led,
            picture: emblem(colour),
            text: [words.ledText(luz.suit[colour]!)],
            rules: ['L5'],
          }
        : null;
    }
    case 'trump':
      return { title: words.trump, picture: emblem(TRUMP), text: [words.trumpText], rules: ['L6'] };
    case 'bet':
      return explainBet(seat, view, table);
    case 'safety':
      return {
        title: words.safety,
        picture: { art: 'bead-safe', class: 'bd sf' },
        text: [words.safetyText, words.safetyPays(safe, exact, miss)],
        rules: ['L4', 'L7'],
      };
    case 'score':
      return {
        title: words.score,
        picture: { art: 'i-star', class: 'i' },
        text: [words.scoreText(whoIs(table, seat), t.points(view.scores[seat] ?? 0))],
        rules: ['L9'],
      };
    case 'marker':
      return {
        title: words.marker,
        picture: { art: 'first', class: 'fp' },
        text: [words.markerText(whoIs(table, view.marker), view.deal)],
        rules: ['L2', 'L8'],
      };
    case 'player': {
      const bet = explainBet(seat, view, table);
      return {
        title: nameAt(table, seat),
        picture: { art: `seat-${seat}`, class: 'av' },
        text: [
          words.scoreText(whoIs(table, seat), t.points(view.scores[seat] ?? 0)),
          ...bet.text,
          ...clockLines(table, seat),
        ],
        rules: bet.rules,
      };
    }
    case 'aid':
      return {
        title: words.aid,
        picture: { art: 'i-eye', class: 'i' },
        text: [words.aidText],
        rules: ['L3'],
      };
    case 'notes':
      return {
        title: words.notes,
        picture: { art: 'i-note', class: 'i' },
        text: [words.notesText],
        rules: ['L3'],
      };
    case 'payoff':
      return { title: words.payoff, text: [words.payoffText(exact, safe, miss)], rules: ['L7'] };
    case 'sum': {
      const total = Number(of);
      const most = view.hands[0]!.length;
      const meaning = total > most ? words.sumOver : total < most ? words.sumUnder : words.sumEven;
      return { title: words.sum, text: [words.sumText(total), meaning], rules: ['L4'] };
    }
    case 'clock':
      return explainClock(table, seat);
    default:
      return null;
  }
};

function emblem(colour: string): Explanation['picture'] {
  return { art: `luz-${SUITS[colour]}`, style: `color:var(--luz-${SUITS[colour]})` };
}

/** A card whose face the reader sees; `owner` if it is still in a hand. */
function explainCard(card: string, owner: number | null, view: LuzView, table: TableState): Explanation {
  const words = luz.explain;
  return {
    title: capital(luz.suitCard(card)),
    picture: emblem(card[0]!),
    text: [
      ...(owner === null || table.isReplay ? [] : [words.unseen(nameAt(table, owner))]),
      card.startsWith(TRUMP) ? words.yellow : words.plain,
      words.values(view.highest_value),
    ],
    rules: ['L5', 'L6'],
  };
}

/** A card of the reader's own hand: what its back and its place tell, and what the table's aid shows. */
function explainMine(slot: number, view: LuzView, table: TableState): Explanation | null {
  const words = luz.explain;
  const hand = view.hands[view.seat];
  const group = hand && groupsOf(hand).find((each) => each.slots.includes(slot));
  if (!group) return null;
  const range = rangeText(aidAt(table), slot, wantedAid.value, allowedAid(table));
  const guesses = guessesOn(readNotes(table.note), view.deal, slot, null);
  return {
    title: capital(luz.suit[group.colour]!),
    picture: emblem(group.colour),
    text: [
      words.mine,
      words.place(group.slots.indexOf(slot) + 1, group.slots.length),
      ...(range ? [words.canBe(range)] : []),
      ...(guesses.length ? [words.noted(guesses.join(', '))] : []),
      group.colour === TRUMP ? words.yellow : words.values(view.highest_value),
    ],
    rules: group.colour === TRUMP ? ['L2', 'L3', 'L6'] : ['L2', 'L3'],
  };
}

function explainBet(seat: number, view: LuzView, table: TableState): Explanation {
  const words = luz.explain;
  const deal = view.deals.at(-1)!;
  const bet = deal.bets[seat];
  const { exact, safe, miss } = view.payoff;
  const most = view.hands[0]!.length;
  return {
    title: words.bet(whoIs(table, seat)),
    picture: { art: 'bead', class: 'bd' },
    text: bet
      ? [
          words.betText(bet.bid, deal.tricks[seat]!),
          ...(bet.safety && bet.bid < most ? [words.safe(bet.bid, bet.bid + 1)] : []),
          words.pays(bet.safety ? safe : exact, miss),
          words.beads,
        ]
      : [words.noBet, words.pays(exact, miss)],
    rules: ['L4', 'L7'],
  };
}
