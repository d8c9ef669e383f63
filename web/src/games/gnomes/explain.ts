import { t } from '../../i18n/index.svelte';
import { capital } from '../../i18n/writing';
import { partsOf, type Explainer, type Explanation, type Picture } from '../../lib/explanation';
import type { TableState } from '../../lib/table.svelte';
import type { GnomesView } from '../../protocol';
import { clockLines, explainClock, nameAt, whoIs } from '../explanations';
import { isGem, pictureOf } from './cards';
import { gnomes } from './words';

const CAVE_IN = 'K';

export const explain: Explainer<GnomesView> = (key, table) => {
  const view = table.shown;
  if (!view) return null;
  const [kind, of = '', number = ''] = partsOf(key);
  const words = gnomes.explain;
  const seat = Number(of);
  const place = view.places[seat];
  switch (kind) {
    case 'card':
      return explainCard(of, view, table);
    case 'curse':
      return explainCurse(seat, Number(number), view, table);
    case 'deck':
      return {
        title: words.deck,
        picture: { art: 'i-deck', class: 'i' },
        text: [words.deckText(view.deck), view.last_round === 'full' ? words.endsFull : words.endsFinish],
        rules: ['S3', 'S9'],
      };
    case 'discard':
      return {
        title: words.discard,
        picture: { art: 'i-discard', class: 'i' },
        text: [words.discardText(view.discard.length)],
        rules: ['S4', 'S5'],
      };
    case 'step':
      return { title: words.step, text: [words.stepText], rules: ['S3', 'S4', 'S5'] };
    case 'clock':
      return explainClock(table, seat);
  }
  if (!place) return null;
  switch (kind) {
    case 'set': {
      const set = place.sets[Number(number)];
      if (!set) return null;
      const size = set.cards.length;
      const largest = view.scores[seat]!.length;
      return {
        title: capital(words.set(gnomes.set(set.shares), size)),
        picture: picture(set.cards[0]!),
        text: [words.setText(size), size < largest ? words.setNext(size + 1) : words.setFull, words.compare],
        rules: ['S10', 'S11'],
      };
    }
    case 'fogged': {
      const count = place.gems.filter((gem) => gem !== 'D' && place.hidden.includes(gem[0]!)).length;
      return { title: words.fogged, text: [words.foggedText(count)], rules: ['S10'] };
    }
    case 'cave':
      return place.cave
        ? {
            title: words.hasCave,
            picture: picture('C'),
            text: [words.hasCaveText(whoIs(table, seat))],
            rules: ['S4'],
          }
        : {
            title: words.noCave,
            picture: picture('C'),
            text: [words.noCaveText(whoIs(table, seat))],
            rules: ['S4'],
          };
    case 'hand':
      return {
        title: t.explain.inHand.title,
        picture: { art: 'i-hand', class: 'i' },
        text: [t.explain.inHand.text(whoIs(table, seat), place.hand.length)],
        rules: [],
      };
    case 'known': {
      const known = place.hand.slice(0, place.num_known).filter((card): card is string => card !== null);
      return {
        title: words.known,
        text: [words.knownText(nameAt(table, seat), t.list(known.map(gnomes.cardName)))],
        rules: ['S3'],
      };
    }
    case 'player':
      return {
        title: nameAt(table, seat),
        picture: { art: `seat-${seat}`, class: 'av' },
        text: [
          words.standing(gnomes.scoreText(view.scores[seat]!)),
          place.cave ? words.hasCaveText(whoIs(table, seat)) : words.noCaveText(whoIs(table, seat)),
          words.curses(place.curses.length, view.players - 1),
          words.compare,
          ...clockLines(table, seat),
        ],
        rules: ['S7', 'S11'],
      };
    default:
      return null;
  }
};

function picture(card: string): Explanation['picture'] {
  return pictureOf(card);
}

function explainCard(card: string, view: GnomesView, table: TableState): Explanation {
  const words = gnomes.explain;
  const mine = view.places[table.seat];
  const lifted = (mine?.curses ?? [])
    .filter((curse) => curse.lifted_by.includes(card))
    .map((curse) => curse.card);
  const fogs = Object.keys(view.cures).filter((curse) => view.cures[curse]!.includes(card));
  const why = mine?.hand.includes(card) ? view.blocked?.find((each) => each.card === card) : undefined;
  const { text, rules } = ruleOf(card, fogs);
  return {
    title: capital(gnomes.cardName(card)),
    picture: picture(card),
    text: [
      ...text,
      ...(lifted.length ? [words.liftsMine(lifted)] : []),
      ...(why ? [words.cannot(t.reasons[why.key] ?? why.reason)] : []),
    ],
    ...(view.cures[card] ? { remedy: remedyOf(view.cures[card], null) } : {}),
    rules: why && !rules.includes(why.rule) ? [...rules, why.rule] : rules,
  };
}

function ruleOf(card: string, fogs: string[]): { text: string[]; rules: string[] } {
  const words = gnomes.explain;
  if (card === 'D') return { text: [words.diamond], rules: ['S8', 'S10'] };
  if (card === 'C') return { text: [words.cave], rules: ['S4', 'S6'] };
  if (card === CAVE_IN) return { text: [words.caveIn], rules: ['S6', 'S7', 'S10'] };
  if (isGem(card)) return { text: [words.gem, words.lay], rules: ['S4', 'S10'] };
  return card.startsWith('F')
    ? { text: [words.fog(card)], rules: ['S4', 'S7', 'S10'] }
    : { text: [words.wind(fogs)], rules: ['S4'] };
}

/** The cards that lift a curse; `hand` is the reader's, if the curse lies before the reader. */
function remedyOf(cures: string[], hand: (string | null)[] | null): Explanation['remedy'] {
  const words = gnomes.explain;
  const cards = cures.map((cure): Picture => ({
    ...pictureOf(cure),
    name: gnomes.cardName(cure),
    isMine: hand?.includes(cure) ?? false,
  }));
  const held = cures.find((cure) => hand?.includes(cure));
  return { words: words.liftedBy, cards, held: held ? words.youHold(held) : '' };
}

function explainCurse(seat: number, number: number, view: GnomesView, table: TableState): Explanation | null {
  const words = gnomes.explain;
  const place = view.places[seat];
  const curse = place?.curses[number];
  if (!curse) return null;
  const isMine = seat === table.seat;
  const legal = isMine && table.isMyTurn ? (table.view?.legal ?? []) : [];
  const action = legal.find(
    (each) =>
      (each.startsWith('wind ') && each.endsWith(` ${curse.card}`)) ||
      (curse.card === CAVE_IN && each === 'lay C'),
  );
  return {
    title: capital(gnomes.cardName(curse.card)),
    picture: picture(curse.card),
    text: [words.curse(whoIs(table, seat), curse.card)],
    remedy: remedyOf(curse.lifted_by, isMine ? place.hand : null),
    from: words.from(nameAt(table, curse.by)),
    rules: curse.card === CAVE_IN ? ['S6', 'S10'] : ['S4', 'S10'],
    ...(action ? { offer: { words: words.play(action.split(' ')[1]!), action } } : {}),
  };
}
