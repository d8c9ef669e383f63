import { cards, list, n } from '../../../i18n/ru/basics';
import { capital, decimal } from '../../../i18n/writing';
import { type Reason } from '../../../i18n/texts';
import { namedShifts } from '../chain';
import type { Texts } from './en';

export const gem: Record<string, string> = {
  R: 'рубин',
  C: 'сердолик',
  T: 'топаз',
  E: 'изумруд',
  Q: 'бирюза',
  S: 'сапфир',
  A: 'аметист',
  X: 'оникс',
  P: 'жемчужина',
};
// On the gems: a letter of the name, another one for each.
const gemLetter: Record<string, string> = { R: 'Р', C: 'Л', T: 'Т', E: 'И', Q: 'Б', S: 'Ф', A: 'А', X: 'О' };
export const gems = (codes: string) => list([...codes].map((code) => gem[code]!));
const arrow: Record<string, string> = { '<': '←', '>': '→', '^': '↑', v: '↓' };
export const line = (name: string) => (name <= '5' ? `ряд ${name}` : `столбец ${name.toUpperCase()}`);
export const shift = (text: string) => `${line(text[0]!)} ${arrow[text[1]!]}`;
const times = (count: number) =>
  count === 1 ? '' : count === 2 ? ' дважды' : count === 3 ? ' трижды' : ` ×${count}`;
const cardsFor = (count: number) => n(count, 'карту', 'карты', 'карт');
export const shifts = (codes: string[]) => {
  const runs = namedShifts(codes);
  if (!runs) return `Эти ${n(codes.length, 'сдвиг', 'сдвига', 'сдвигов')}`;
  return capital(runs.map(([code, count]) => shift(code) + times(count)).join(', затем '));
};
export const paid = (count: number) => `за ${cardsFor(count)}`;
/** "1,4 очка": after a fraction stands the genitive singular. */
export const about = (value: number, whole: (count: number) => string, part: string) => {
  const text = decimal(value, ',');
  return text.includes(',') ? `${text} ${part}` : whole(Number(text));
};
export const leaves = (whole: (count: number) => string, part: string) =>
  ({
    leaves_nothing: (f, names) => `Соперник ${names(f.player)} сразу не возьмёт ничего.`,
    leaves_little: (f, names) => `Сопернику ${names(f.player)} не остаётся почти ничего.`,
    leaves: (f, names) => `Соперник ${names(f.player)} сможет взять примерно ${about(f.gain, whole, part)}.`,
    takes_away: (f, names) =>
      `Забирает из-под носа у соперника ${names(f.player)} примерно ${whole(Math.round(f.taken))}.`,
  }) satisfies Record<string, Reason>;

const ru: Texts = {
  gem,
  gemLetter,
  gems,
  line,
  shift,
  board: 'Поле пять на пять. Стрелки — движение, Shift и стрелка — просмотр сдвига, Enter — добавить в план.',
  handles: 'Кнопки сдвига. Стрелки — движение, Enter — показать сдвиг и добавить его.',
  paidShift: (action) => shift(action) + (action[3] ? ` (${gems(action.slice(3))})` : ''),
  handle: (text, price) => `${shift(text)}, ${price}`,
  costs: (kind, held) => `цена: ${gem[kind]}, в руке ${held}`,
  costsThree: 'цена: любые три карты',
  cannot: 'сейчас нельзя',
  tapAgain: (text) => `Коснитесь ещё раз, чтобы добавить в план: ${shift(text)}.`,
  start: 'Возьмите карты или сдвигайте ряды и столбцы.',
  more: 'Сдвигайте ещё или завершайте ход.',
  onlyShift: 'Сдвиньте ряд или столбец.',
  chooseThree: (chosen) => `Выберите три карты для оплаты: ${chosen} из 3.`,
  draw: 'Взять карты',
  pass: 'Пропустить',
  endTurn: 'Завершить ход',
  plan: 'План хода',
  empty: 'Сдвигов пока не запланировано.',
  undo: 'Шаг назад',
  clear: 'Очистить план',
  left: 'останется карт',
  planned: 'в плане',
  deck: 'колода',
  discard: 'сброс',
  runOuts: 'колод кончилось',
  points: 'за ход',
  stall: 'ходов без заданий',
  toWin: 'до победы',
  limit: (limit) => `лимит руки ${limit}`,
  drawBlocked: 'План не пуст: сначала очистите его.',
  legalShifts: (shifts) => (shifts.length ? `Можно: ${shifts.join(', ')}.` : 'Сдвигать нельзя.'),
  linesNow: (lines) => (lines.length ? `На поле: ${lines.join('; ')}.` : 'Комбинаций на поле нет.'),
  run: (name, length, kind) => `${length} × ${gem[kind]}, ${line(name)}`,
  noPoints: 'пока без очков',
  shifts: (count) => n(count, 'сдвиг', 'сдвига', 'сдвигов'),
  drew: (count) => `+${cards(count)}`,
  keys: {
    arrows: 'Движение по полю',
    shiftArrow: 'Попробовать сдвиг этой линии',
    lines: 'Прочесть комбинации',
    possible: 'Прочесть возможные сдвиги',
    last: 'Прочесть последний ход',
    addOrEnd: 'Добавить сдвиг в план, затем закончить ход',
  },
  explain: {
    kinds: 'Один из восьми видов камней, по двенадцать карт каждого.',
    threeOnBoard: 'На поле по три камня каждого вида, и они его не покидают.',
    hold: (count) => (count ? `У вас в руке: ${count}.` : 'У вас в руке такого нет.'),
    pays: (kind) =>
      `Платит за сдвиг от края, где лежит ${gem[kind]}, или как одна из трёх любых карт, когда нужной у вас нет.`,
    pearl:
      'Заменяет любой камень, но за ход лишь один вид. Ни одна карта ей не соответствует: сдвиг от края, где она лежит, стоит три любые карты.',
    slide: (name, kind) =>
      `${capital(line(name))} сдвигается к этой стрелке; ${gem[kind]} с этого края переходит на противоположный.`,
    one: (kind, held) =>
      `Цена — одна карта: ${gem[kind]}. Маленькое число показывает, сколько их у вас: ${held}.`,
    three: (kind) => `3×: у вас нет нужной карты (${gem[kind]}), поэтому платят тремя любыми.`,
    threePearl: '3×: жемчужине не соответствует ни одна карта, поэтому платят тремя любыми.',
    off: 'Сейчас этот сдвиг невозможен.',
    deck: 'Колода',
    deckText: (count) => `Осталось: ${cards(count)}.`,
    deckEnd: 'Когда нужна карта, а колода пуста, сброс тасуют, и он становится новой колодой.',
    discard: 'Сброс',
    discardText: (count) => `Использовано: ${cards(count)}. Коснитесь, чтобы увидеть, какие именно.`,
    chip: 'Это часть плана; сдвиг будет сделан, когда вы завершите ход.',
    paid: (names) => `Плата: ${names}.`,
    limit: (limit) => `В одиночку в руке может быть не больше ${limit} карт.`,
  },
  reasons: {
    no_shift_yet: 'Прежде чем завершить ход, сделайте хотя бы один сдвиг.',
    pass_not_allowed: 'Пропустить можно, только когда нельзя ни взять, ни сдвинуть.',
    already_shifting: 'За ход либо берут карты, либо сдвигают.',
    hand_full: 'Рука полна.',
    nothing_to_draw: 'Брать нечего.',
    matching_card_in_hand: 'Такой камень у вас есть, им и платите.',
    cannot_pay: 'У вас нет ни такого камня, ни трёх других карт.',
    name_three_cards: 'Выберите три карты для оплаты.',
    cards_not_in_hand: 'Этих карт у вас нет.',
  },
};

export default ru;
