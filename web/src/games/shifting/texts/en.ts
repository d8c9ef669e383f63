import { cards, list, n } from '../../../i18n/en/basics';
import { capital, decimal } from '../../../i18n/writing';
import { texts, type Reason } from '../../../i18n/texts';
import { namedShifts } from '../chain';

export const gem: Record<string, string> = {
  R: 'ruby',
  C: 'carnelian',
  T: 'topaz',
  E: 'emerald',
  Q: 'turquoise',
  S: 'sapphire',
  A: 'amethyst',
  X: 'onyx',
  P: 'pearl',
};
// The letter drawn on a gem: from its name, and different for each kind.
const gemLetter: Record<string, string> = { R: 'R', C: 'C', T: 'T', E: 'E', Q: 'Q', S: 'S', A: 'A', X: 'X' };
export const gems = (codes: string) => list([...codes].map((code) => gem[code]!));
const arrow: Record<string, string> = { '<': '←', '>': '→', '^': '↑', v: '↓' };
export const line = (name: string) => (name <= '5' ? `row ${name}` : `column ${name.toUpperCase()}`);
export const shift = (text: string) => `${line(text[0]!)} ${arrow[text[1]!]}`;
const times = (count: number) => (count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`);
export const shifts = (codes: string[]) => {
  const runs = namedShifts(codes);
  if (!runs) return `These ${codes.length} shifts`;
  return capital(runs.map(([code, count]) => shift(code) + times(count)).join(', then '));
};
export const paid = (count: number) => `for ${cards(count)}`;
export const leaves = (one: string, many: string) =>
  ({
    leaves_nothing: (f, names) => `It leaves nothing for ${names(f.player)} to take at once.`,
    leaves_little: (f, names) => `It leaves next to nothing for ${names(f.player)}.`,
    leaves: (f, names) => {
      const gain = decimal(f.gain, '.');
      return `It leaves ${names(f.player)} about ${gain} ${gain === '1' ? one : many}.`;
    },
    takes_away: (f, names) => {
      const taken = Math.round(f.taken);
      return `It takes about ${taken} ${taken === 1 ? one : many} away from ${names(f.player)}.`;
    },
  }) satisfies Record<string, Reason>;

const en = {
  gem,
  gemLetter,
  gems,
  line,
  shift,
  board: 'Board, five by five. Arrows move, Shift and arrow tries a shift, Enter adds it to the plan.',
  handles: 'Handles: each slides its line by one. Arrows move, Enter tries a shift and adds it.',
  paidShift: (action: string) => shift(action) + (action[3] ? ` (${gems(action.slice(3))})` : ''),
  handle: (text: string, price: string) => `${shift(text)}, ${price}`,
  costs: (kind: string, held: number) => `costs ${gem[kind]}, ${held} in hand`,
  costsThree: 'costs any three cards',
  cannot: 'not possible now',
  tapAgain: (text: string) => `Tap ${shift(text)} again to add it to the plan.`,
  start: 'Draw cards, or shift lines.',
  more: 'Make another shift, or end your turn.',
  onlyShift: 'Shift a row or a column.',
  chooseThree: (chosen: number) => `Choose three cards to pay with: ${chosen} of 3.`,
  draw: 'Draw cards',
  pass: 'Pass',
  endTurn: 'End turn',
  plan: 'Plan of the turn',
  empty: 'No shifts planned yet.',
  undo: 'Step back',
  clear: 'Clear the plan',
  left: 'cards left',
  planned: 'planned',
  deck: 'deck',
  discard: 'discard',
  runOuts: 'deck emptied',
  points: 'this turn',
  stall: 'turns without a task',
  toWin: 'to win',
  limit: (limit: number) => `hand limit ${limit}`,
  drawBlocked: 'The plan is not empty: clear it first.',
  legalShifts: (shifts: string[]) =>
    shifts.length ? `Possible: ${shifts.join(', ')}.` : 'No shift is possible.',
  linesNow: (lines: string[]) =>
    lines.length ? `On the board: ${lines.join('; ')}.` : 'No combinations on the board.',
  run: (name: string, length: number, kind: string) => `${length} × ${gem[kind]} in ${line(name)}`,
  noPoints: 'nothing scores yet',
  shifts: (count: number) => n(count, 'shift', 'shifts'),
  drew: (count: number) => `drew ${cards(count)}`,
  keys: {
    arrows: 'Move on the board',
    shiftArrow: 'Try a shift of that line',
    lines: 'Read the combinations',
    possible: 'Read the possible shifts',
    last: 'Read the last move',
    addOrEnd: 'Add the tried shift to the plan, then end the turn',
  },
  explain: {
    kinds: 'One of eight kinds of gems, twelve cards each.',
    threeOnBoard: 'Three of each kind lie on the board, and they never leave it.',
    hold: (count: number) => (count ? `You hold ${count}.` : 'You hold none.'),
    pays: (kind: string) =>
      `It pays for a shift from an end where ${gem[kind]} lies, or as one of any three cards if you do not hold the right one.`,
    pearl:
      'It stands for any gem, but for only one kind in a turn. No card matches it: a shift from the end where it lies costs any three cards.',
    slide: (name: string, kind: string) =>
      `${capital(line(name))} slides towards this arrow; the ${gem[kind]} at this end comes in at the other end.`,
    one: (kind: string, held: number) =>
      `It costs one ${gem[kind]}. The small number says how many you hold: ${held}.`,
    three: (kind: string) => `3×: you hold no ${gem[kind]}, so any three of your cards pay.`,
    threePearl: '3×: no card matches the pearl, so any three of your cards pay.',
    off: 'This shift is not possible now.',
    deck: 'Deck',
    deckText: (count: number) => `${capital(cards(count))} left to draw.`,
    deckEnd:
      'When another card is needed and none is left, the discard pile is shuffled and becomes the deck.',
    discard: 'Discard pile',
    discardText: (count: number) => `${capital(cards(count))} that were used. A tap shows which.`,
    chip: 'It is part of the plan and is made when you end the turn.',
    paid: (names: string) => `Paid with ${names}.`,
    limit: (limit: number) => `Alone you may hold at most ${cards(limit)}.`,
  },
  reasons: texts({
    no_shift_yet: 'Make at least one shift before you end the turn.',
    pass_not_allowed: 'You pass only if you can neither draw nor shift.',
    already_shifting: 'A turn is either a draw or shifts.',
    hand_full: 'Your hand is at its limit.',
    nothing_to_draw: 'There is nothing to draw.',
    matching_card_in_hand: 'You hold this gem, so you must pay with it.',
    cannot_pay: 'You have neither this gem nor three other cards.',
    name_three_cards: 'Choose the three cards to pay with.',
    cards_not_in_hand: 'You do not have these cards.',
  }),
};

export type Texts = typeof en;
export default en;
