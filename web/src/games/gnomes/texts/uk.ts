import { cards, form, list, n, won } from '../../../i18n/uk/basics';
import { type Forms } from '../../../i18n/plurals';
import { capital } from '../../../i18n/writing';
import type { GnomesDecision } from '../../../protocol';
import { groupsOf, setMade } from '../sets';
import type { Texts } from './en';

const colourName: Record<string, string> = { R: 'рубін', H: 'геліодор', S: 'сапфір' };
const colours: Record<string, string> = { R: 'рубіни', H: 'геліодори', S: 'сапфіри' };
const shapes: Record<string, string> = {
  o: 'круглі',
  s: 'квадратні',
  t: 'трикутні',
  h: 'шестикутні',
  d: 'краплі',
  m: 'маркізи',
};
const shapeOf: Record<string, string> = {
  o: 'круглий',
  s: 'квадратний',
  t: 'трикутний',
  h: 'шестикутний',
  d: 'у формі краплі',
  m: 'у формі маркізи',
};
const cardNames: Record<string, string> = {
  C: 'печера',
  K: 'обвал',
  FO: 'помаранчевий туман',
  FG: 'зелений туман',
  FP: 'фіолетовий туман',
  WR: 'червоний вітер',
  WY: 'жовтий вітер',
  WB: 'синій вітер',
  D: 'діамант',
};
/** «круглий рубін», «рубін у формі краплі» */
const gemName = (colour: string, shape: string) =>
  shape.includes(' ') ? `${colour} ${shape}` : `${shape} ${colour}`;
const cardName = (card: string) => cardNames[card] ?? gemName(colourName[card[0]!]!, shapeOf[card[1]!]!);
/** The same, as short as it can be on a card. */
const gemLabel = (card: string) =>
  ({ d: `${colourName[card[0]!]}-крапля`, m: `${colourName[card[0]!]}-маркіза` })[card[1]!] ?? cardName(card);
const effects: Record<string, string> = {
  K: 'жодних каменів',
  FO: 'сховано рубіни й геліодори',
  FG: 'сховано геліодори й сапфіри',
  FP: 'сховано рубіни й сапфіри',
};
const scoreText = (score: number[]) =>
  score
    .map((count, place) => (count ? `${count} × ${6 - place}` : ''))
    .filter(Boolean)
    .join(', ') || 'наборів немає';
const gemsOf = (count: number) => n(count, 'камінь', 'камені', 'каменів');
const gem = (before: number[], after: number[]) => {
  const size = setMade(before, after);
  return size > 1 ? `складає набір із ${size}` : size ? 'починає новий набір' : 'зараз нічого не додає';
};
const fogColours: Record<string, string> = {
  FO: 'рубіни й геліодори',
  FG: 'геліодори й сапфіри',
  FP: 'рубіни й сапфіри',
};
const ofSize = [
  '',
  'одного каменя',
  'двох каменів',
  'трьох каменів',
  'чотирьох каменів',
  'п’яти каменів',
  'шести каменів',
];
const ONE = ['', 'один камінь', 'двійка', 'трійка', 'четвірка', 'п’ятірка', 'шістка'];
const OF_ONE = ['', 'одного каменя', 'двійки', 'трійки', 'четвірки', 'п’ятірки', 'шістки'];
const FORMS: Forms[] = [
  ['', ''],
  ['камінь', 'камені', 'каменів'],
  ['двійка', 'двійки', 'двійок'],
  ['трійка', 'трійки', 'трійок'],
  ['четвірка', 'четвірки', 'четвірок'],
  ['п’ятірка', 'п’ятірки', 'п’ятірок'],
  ['шістка', 'шістки', 'шісток'],
];
const PLACES = ['', '1-ше', '2-ге', '3-тє', '4-те', '5-те', '6-те'];

const sets = (sizes: number[]) =>
  list(groupsOf(sizes).map(([size, count]) => (count === 1 ? ONE[size]! : n(count, ...FORMS[size]!))));

/** "1-ше", or "1–2-ге" if two share the place. */
const place = (rank: number, sharers: number) =>
  sharers > 1 ? `${rank}–${PLACES[rank + sharers - 1]}` : PLACES[rank]!;

function decision({ best, next, equal, against }: GnomesDecision, name: (seat: number) => string): string {
  const [size = 0, other = 0] = against;
  if (!next.length) return 'В усіх однакові набори.';
  const versus = `${ONE[size]} проти ${OF_ONE[other]}`;
  if (!equal.length)
    return other ? `Вирішує найбільший набір: ${versus}.` : 'В інших немає каменів, що рахуються.';
  const seats = [...best, ...next].sort();
  const who = `${list(seats.map(name))}: ${seats.length > 2 ? 'в усіх' : 'в обох'} ${sets(equal)}`;
  return other
    ? `${who}; вирішує наступний набір: ${versus}.`
    : `${who}; вирішує ще один набір: ${ONE[size]}.`;
}

const uk: Texts = {
  title: 'Спритні гноми',
  blurb: 'Печери, обвали, тумани й вітри: хто збере кращі скарби?',
  minutes: '25 хв',
  cardName,
  colours,
  shapes,
  scoreText,
  take: 'Взяти',
  play: 'Зіграти',
  takeDeck: 'Взяти з колоди',
  takeNow: 'Візьміть карту з колоди або відкриту.',
  takeOpen: 'Колода порожня: візьміть відкриту карту або жодної.',
  playNow: 'Зіграйте одну карту.',
  dropNow: 'Зіграти нема чого: скиньте одну карту.',
  targetNow: (card) => `На кого наслати ${cardName(card)}?`,
  fogNow: (card) => `Який туман розжене ${cardName(card)}?`,
  deck: (count) => `Колода: ${cards(count)}`,
  discard: (count) => `Колода скидання: ${cards(count)}`,
  openCard: (card, slot) => `Відкрита карта ${slot}: ${cardName(card)}`,
  emptySlot: 'порожньо',
  market: 'Колода й відкриті карти',
  noCave: 'печери немає',
  cave: 'є печера',
  opponents: 'Суперники',
  mine: 'Перед вами',
  curse: (card, name, cures) =>
    `${cardName(card)}, наслав гравець ${name}; знімає ${list(cures.map(cardName), 'або')}`,
  lifts: 'знімає',
  hidden: 'у тумані',
  effect: (card, name, cures) =>
    `${cardName(card)} → ${name}: ${effects[card]}, доки не зніме ${list(cures.map(cardName), 'або')}.`,
  lay: (card) => `Викласти: ${cardName(card)}`,
  drop: (card) => `Скинути: ${cardName(card)}`,
  send: (name) => `Наслати: ${name}`,
  drive: (card) => `Розігнати: ${cardName(card)}`,
  skip: 'Не брати',
  pass: 'Пропустити',
  round: (number) => `коло ${number}`,
  lastRounds: (left) => (left > 1 ? 'ще два кола' : 'останнє коло'),
  remedy: (cures, has) => `Знімає ${list(cures.map(cardName), 'або')}${has ? ' — це у вас є.' : '.'}`,
  hitYou: (name, card) => `${name} насилає на вас: ${cardName(card)}.`,
  set: (shares) => colours[shares] ?? shapes[shares] ?? 'діаманти',
  sets: 'Набори',
  knownCards: (names) => `узято на очах: ${names}`,
  fullOfCurses: 'проклять досить',
  label: (card) => cardNames[card] ?? gemLabel(card),
  place,
  sizes: sets,
  decision,
  nothing: 'ще нічого',
  deckName: 'колода',
  discardName: 'колода скидання',
  deckEmpty: 'колода порожня',
  turnsLeft: (rounds, turns) =>
    `${rounds > 1 ? 'Це коло і ще одне, останнє' : 'Останнє коло'}: ще ${n(turns, 'хід', 'ходи', 'ходів')}, тоді підрахунок.`,
  autoDraw: 'Спритні гноми: брати з колоди автоматично',
  options: {
    deck: 'Камені',
    quick_start: 'Швидкий старт: печера кожному',
    last_round: 'Коли колода порожня',
  },
  choices: {
    three_shapes: 'три форми',
    six_shapes: 'шість форм',
    finish: 'дограти коло',
    full: 'дограти коло і ще одне',
  },
  firstOptions: { quick_start: 'швидкий старт' },
  hit: (who, amount) => `Найбільше дісталося: ${who}, ${n(amount, 'прокляття', 'прокляття', 'проклять')}.`,
  explain: {
    gem: 'Камені одного кольору або однієї форми складають набір, щонайбільше з шести. Виграють великі набори.',
    lay: 'Щоб викласти його, потрібна печера; обвалу й туману над його кольором бути не повинно.',
    diamond: 'Замінює будь-який камінь і сяє крізь кожен туман. Його зупиняє лише обвал.',
    cave: 'Без неї камені не викласти. Коли печера вже є, друга лише знімає обвал; обидві карти йдуть у колоду скидання.',
    caveIn: 'Прокляття для іншого гравця: доки його не знято, камені не викласти. Уже викладені рахуються.',
    fog: (card) =>
      `Прокляття для іншого гравця. Ховає ${fogColours[card]}: їх не викласти, а якщо туман лишиться до кінця, вони не рахуються. Діаманти сяють крізь нього.`,
    wind: (fogs) =>
      `Розганяє один туман перед вами: ${list(fogs.map(cardName), 'або')}. Обидві карти йдуть у колоду скидання.`,
    liftsMine: (curses) => `Знімає те, що лежить перед вами: ${list(curses.map(cardName))}.`,
    cannot: (why) => `Не зараз: ${why}`,
    curse: (name, card) =>
      card === 'K'
        ? `${name ? `${name} не може` : 'Ви не можете'} викладати камені. Уже викладені рахуються.`
        : `Ховає ${fogColours[card]}: ${name ? `${name} не може` : 'ви не можете'} їх викладати, а якщо туман лишиться до кінця, вони не рахуються. Діаманти сяють крізь нього.`,
    liftedBy: 'Знімає',
    youHold: (card) => `це у вас є: ${cardName(card)}`,
    from: (name) => `Від гравця ${name}.`,
    play: (card) => `Зіграти: ${cardName(card)}`,
    set: (shares, size) => `${size} × ${shares}`,
    setText: (size) => `У цих каменів спільний колір або спільна форма: це набір із ${ofSize[size]}.`,
    setNext: (size) => `+1 → ${size}: ще один такий камінь дасть набір із ${ofSize[size]}.`,
    setFull: 'Шість каменів — найбільший набір.',
    compare: 'У кінці виграє той, у кого більше наборів із шести; якщо порівну — із п’яти, і так далі.',
    fogged: 'У тумані',
    foggedText: (count) =>
      `${form(count, ['Цей камінь не рахується', 'Ці камені не рахуються', 'Ці камені не рахуються'])}, якщо до кінця вітер не розжене туман.`,
    hasCave: 'Печера',
    hasCaveText: (name) => `${name ?? 'У вас'}: печера є, камені можна викладати.`,
    noCave: 'Печери немає',
    noCaveText: (name) => `${name ?? 'У вас'}: печери немає, а без неї камені не викласти.`,
    deck: 'Колода',
    deckText: (count) => `Лишилося: ${cards(count)}. У свій хід ви берете верхню карту або одну з відкритих.`,
    endsFinish: 'Коли колода порожня, це коло останнє.',
    endsFull: 'Коли колода порожня, коло дограють і грають іще одне.',
    discard: 'Колода скидання',
    discardText: (count) => `Вийшло з гри: ${cards(count)}.`,
    known: 'Відомі карти',
    knownText: (name, names) => `Усі бачили, що взято. ${name}: ${names}.`,
    step: 'Ваш хід',
    stepText: 'Спершу візьміть одну карту, потім зіграйте одну. Скидати можна, лише коли зіграти нема чого.',
    standing: (score) => `Набори зараз: ${score}.`,
    curses: (count, most) => `Проклять: ${count}. Перед одним гравцем їх може бути щонайбільше ${most}.`,
  },
  goal: {
    goal: 'Найкращі набори каменів, коли колода порожня.',
    set: 'один колір або одна форма, до шести каменів',
    compare:
      'Виграє той, у кого більше наборів із шести; якщо порівну — із п’яти, далі з чотирьох, і так далі.',
    cave: 'потрібна, щоб викладати камені',
    curse: 'прокляття: жодних каменів або сховано два кольори',
    wind: 'розганяє туман; печера знімає обвал',
  },
  puzzles: {
    card: () => 'Яку карту зіграти зараз?',
    less: () => 'Інша карта дасть більше.',
  },
  hints: {
    nothing: () => 'Більше нічого не зробиш.',
    drop: (f) => `Зіграти нема чого, а без цієї карти обійтися найлегше: ${cardName(f.card)}.`,
    take_deck: (f) =>
      f.open.length
        ? `Невідома карта замість відкритих: ${list([...new Set(f.open as string[])].map(cardName), 'чи')}.`
        : 'Карти є лише в колоді.',
    take_open: (f) => {
      const name = capital(cardName(f.card));
      if (f.score_after)
        return `${name}: ${f.playable ? 'викладається одразу і' : 'зараз не викласти; згодом'} ${gem(f.score_before, f.score_after)}.`;
      if (f.card === 'C') return f.playable ? 'Печера відкриє шлях каменям.' : 'Печера — запас проти обвалу.';
      if (f.card[0] === 'W')
        return f.playable ? `${name} розжене туман перед вами.` : `${name} — запас проти туману.`;
      return `${name} пригальмує суперника і не дістанеться йому.`;
    },
    gem: (f) => `${capital(cardName(f.card))}: ${gem(f.score_before, f.score_after)}.`,
    cave: (f) =>
      f.clears ? 'Печера розчищає обвал: камені знову можна викладати.' : 'З печерою можна викладати камені.',
    wind: (f) =>
      f.gems
        ? `${capital(cardName(f.fog))} розвіється: знову ${form(f.gems, ['рахується', 'рахуються', 'рахується'])} ${gemsOf(f.gems)}.`
        : `${capital(cardName(f.fog))} розвіється: сховані кольори знову можна викладати.`,
    curse: (f, names) => {
      const who = names(f.target) + (f.leads ? ' (найкращі набори)' : '');
      if (f.card === 'K') return `Обвал → ${who}: жодних каменів, доки печера його не розчистить.`;
      return f.gems
        ? `${capital(cardName(f.card))} → ${who}: сховає ${gemsOf(f.gems)}.`
        : `${capital(cardName(f.card))} → ${who}: поки не ховає нічого, але спиняє камені двох кольорів.`;
    },
  },
  reasons: {
    take_first: 'Спершу візьміть карту.',
    hand_not_empty: 'Пропустити можна лише з порожньою рукою.',
    no_card_chosen: 'Спершу оберіть карту, тоді — на кого.',
    already_taken: 'Карту ви вже взяли; тепер зіграйте одну.',
    deck_not_empty: 'Доки є колода, карту треба взяти.',
    deck_empty: 'Колода порожня.',
    slot_empty: 'Там немає карти.',
    hand_empty: 'Рука порожня.',
    not_in_hand: 'Цієї карти у вас немає.',
    can_play: 'Скидати можна лише тоді, коли зіграти нема чого.',
    has_cave: 'Печера у вас уже є; другою можна лише зняти обвал.',
    cave_in: 'Обвал не пускає жодних каменів, доки його не зніме печера.',
    no_cave: 'Для каменів потрібна печера, а її у вас немає.',
    hidden_by_fog: 'Камені цього кольору ховає туман, доки його не розжене вітер.',
    no_target: 'Ні на кого більше не можна наслати прокляття.',
    name_a_target: 'Оберіть, на кого наслати прокляття.',
    no_such_seat: 'Такого місця немає.',
    own_seat: 'Прокляття насилають на інших.',
    too_many_curses: 'На цього гравця більше проклять не наслати.',
    no_fog_for_wind: 'Перед вами немає туману, який розжене цей вітер.',
    name_a_fog: 'Оберіть, який туман розігнати.',
    wrong_wind: 'Цей вітер такого туману не розганяє.',
    no_such_fog: 'Такого туману перед вами немає.',
  },
  events: {
    take_deck: (who, f) => `${who} бере карту з колоди${f.card ? `: ${cardName(f.card)}` : ''}.`,
    take_open: (who, f) => `${who} бере відкриту карту: ${cardName(f.card)}.`,
    skip: (who) => `${who} не бере карти.`,
    pass: (who) => `${who} не має карт і пропускає хід.`,
    drop: (who, f) => `${who} не має чого зіграти й скидає: ${cardName(f.card)}.`,
    cave: (who) => `${who} викладає печеру.`,
    clear: (who, f) => `${who} знімає обвал печерою${f.has_cave ? '' : ' і лишається без печери'}.`,
    gem: (who, f) => `${who} викладає: ${cardName(f.card)}.`,
    pending: (who, f) => `${who} дістає: ${cardName(f.card)}.`,
    curse: (who, f, names) => `${who}: ${cardName(f.card)} → ${names(f.target)}: ${effects[f.card]}.`,
    wind: (who, f) => `${who} розганяє: ${cardName(f.fog)} (${cardName(f.card)}).`,
    deck_empty: (who, f) => `Колода порожня: ${f.rounds_left > 1 ? 'це коло і ще одне' : 'це останнє коло'}.`,
    last_round: () => 'Починається останнє коло.',
    end: (who, f, names) =>
      `Партію зіграно: ${won(f.winners.map(names))} ${scoreText(f.scores[f.winners[0]])}. ${decision(f.decision, names)}`,
  },
};

export default uk;
