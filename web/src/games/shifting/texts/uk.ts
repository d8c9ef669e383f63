import { cards, list, n } from '../../../i18n/uk/basics';
import { capital, decimal } from '../../../i18n/writing';
import { type Reason } from '../../../i18n/texts';
import { namedShifts } from '../chain';
import type { Texts } from './en';

export const gem: Record<string, string> = {
  R: 'рубін',
  C: 'сердолік',
  T: 'топаз',
  E: 'смарагд',
  Q: 'бірюза',
  S: 'сапфір',
  A: 'аметист',
  X: 'онікс',
  P: 'перлина',
};
// On the gems: a letter of the name, another one for each.
const gemLetter: Record<string, string> = { R: 'Р', C: 'Л', T: 'Т', E: 'Г', Q: 'Б', S: 'Ф', A: 'А', X: 'О' };
export const gems = (codes: string) => list([...codes].map((code) => gem[code]!));
const arrow: Record<string, string> = { '<': '←', '>': '→', '^': '↑', v: '↓' };
export const line = (name: string) => (name <= '5' ? `ряд ${name}` : `стовпець ${name.toUpperCase()}`);
export const shift = (text: string) => `${line(text[0]!)} ${arrow[text[1]!]}`;
const times = (count: number) =>
  count === 1 ? '' : count === 2 ? ' двічі' : count === 3 ? ' тричі' : ` ×${count}`;
const cardsFor = (count: number) => n(count, 'карту', 'карти', 'карт');
export const shifts = (codes: string[]) => {
  const runs = namedShifts(codes);
  if (!runs) return `Ці ${n(codes.length, 'зсув', 'зсуви', 'зсувів')}`;
  return capital(runs.map(([code, count]) => shift(code) + times(count)).join(', тоді '));
};
export const paid = (count: number) => `за ${cardsFor(count)}`;
/** "1,4 очка": after a fraction stands the genitive singular. */
export const about = (value: number, whole: (count: number) => string, part: string) => {
  const text = decimal(value, ',');
  return text.includes(',') ? `${text} ${part}` : whole(Number(text));
};
export const leaves = (whole: (count: number) => string, part: string) =>
  ({
    leaves_nothing: (f, names) => `Суперник ${names(f.player)} одразу не візьме нічого.`,
    leaves_little: (f, names) => `Супернику ${names(f.player)} не лишається майже нічого.`,
    leaves: (f, names) => `Суперник ${names(f.player)} зможе взяти десь ${about(f.gain, whole, part)}.`,
    takes_away: (f, names) =>
      `Забирає з-під носа в суперника ${names(f.player)} десь ${whole(Math.round(f.taken))}.`,
  }) satisfies Record<string, Reason>;

const uk: Texts = {
  gem,
  gemLetter,
  gems,
  line,
  shift,
  board: 'Поле п’ять на п’ять. Стрілки — рух, Shift і стрілка — перегляд зсуву, Enter — додати до плану.',
  handles: 'Кнопки зсуву. Стрілки — рух, Enter — показати зсув і додати його.',
  paidShift: (action) => shift(action) + (action[3] ? ` (${gems(action.slice(3))})` : ''),
  handle: (text, price) => `${shift(text)}, ${price}`,
  costs: (kind, held) => `ціна: ${gem[kind]}, у руці ${held}`,
  costsThree: 'ціна: будь-які три карти',
  cannot: 'зараз не можна',
  tapAgain: (text) => `Торкніться ще раз, щоб додати до плану: ${shift(text)}.`,
  start: 'Візьміть карти або зсувайте ряди й стовпці.',
  more: 'Зсувайте ще або завершуйте хід.',
  onlyShift: 'Зсуньте ряд або стовпець.',
  chooseThree: (chosen) => `Оберіть три карти для оплати: ${chosen} з 3.`,
  draw: 'Взяти карти',
  pass: 'Пропустити',
  endTurn: 'Завершити хід',
  plan: 'План ходу',
  empty: 'Зсувів ще не заплановано.',
  undo: 'Крок назад',
  clear: 'Очистити план',
  left: 'лишиться карт',
  planned: 'у плані',
  deck: 'колода',
  discard: 'колода скидання',
  runOuts: 'колод скінчилось',
  points: 'за хід',
  stall: 'ходів без завдань',
  toWin: 'до перемоги',
  limit: (limit) => `ліміт руки ${limit}`,
  drawBlocked: 'План не порожній: спершу очистьте його.',
  legalShifts: (shifts) => (shifts.length ? `Можна: ${shifts.join(', ')}.` : 'Зсувати не можна.'),
  linesNow: (lines) => (lines.length ? `На полі: ${lines.join('; ')}.` : 'Комбінацій на полі немає.'),
  run: (name, length, kind) => `${length} × ${gem[kind]}, ${line(name)}`,
  noPoints: 'поки що без очок',
  shifts: (count) => n(count, 'зсув', 'зсуви', 'зсувів'),
  drew: (count) => `+${cards(count)}`,
  keys: {
    arrows: 'Рух по полю',
    shiftArrow: 'Спробувати зсув цієї лінії',
    lines: 'Прочитати комбінації',
    possible: 'Прочитати можливі зсуви',
    last: 'Прочитати останній хід',
    addOrEnd: 'Додати зсув до плану, потім завершити хід',
  },
  explain: {
    kinds: 'Один із восьми видів каменів, по дванадцять карт кожного.',
    threeOnBoard: 'На полі по три камені кожного виду, і вони його не залишають.',
    hold: (count) => (count ? `У вас у руці: ${count}.` : 'У вас у руці такого немає.'),
    pays: (kind) =>
      `Платить за зсув від краю, де лежить ${gem[kind]}, або як одна з трьох будь-яких карт, коли потрібної у вас немає.`,
    pearl:
      'Замінює будь-який камінь, але за хід лише один вид. Жодна карта їй не відповідає: зсув від краю, де вона лежить, коштує три будь-які карти.',
    slide: (name, kind) =>
      `${capital(line(name))} зсувається до цієї стрілки; ${gem[kind]} із цього краю переходить на протилежний.`,
    one: (kind, held) => `Ціна — одна карта: ${gem[kind]}. Мале число показує, скільки їх у вас: ${held}.`,
    three: (kind) => `3×: у вас немає потрібної карти (${gem[kind]}), тож платять трьома будь-якими.`,
    threePearl: '3×: перлині не відповідає жодна карта, тож платять трьома будь-якими.',
    off: 'Зараз цей зсув неможливий.',
    deck: 'Колода',
    deckText: (count) => `Лишилося: ${cards(count)}.`,
    deckEnd: 'Коли потрібна карта, а колода порожня, колоду скидання тасують, і вона стає новою колодою.',
    discard: 'Колода скидання',
    discardText: (count) => `Використано: ${cards(count)}. Торкніться, щоб побачити, які саме.`,
    chip: 'Це частина плану; зсув буде зроблено, коли ви завершите хід.',
    paid: (names) => `Плата: ${names}.`,
    limit: (limit) => `Наодинці в руці може бути щонайбільше ${cards(limit)}.`,
  },
  reasons: {
    no_shift_yet: 'Перш ніж завершити хід, зробіть принаймні один зсув.',
    pass_not_allowed: 'Пропустити можна лише тоді, коли не можна ні взяти, ні зсунути.',
    already_shifting: 'За хід або беруть карти, або зсувають.',
    hand_full: 'Рука повна.',
    nothing_to_draw: 'Брати нема чого.',
    matching_card_in_hand: 'Такий камінь у вас є, тож платіть ним.',
    cannot_pay: 'У вас немає ні такого каменя, ні трьох інших карт.',
    name_three_cards: 'Оберіть три карти для оплати.',
    cards_not_in_hand: 'Цих карт у вас немає.',
  },
};

export default uk;
