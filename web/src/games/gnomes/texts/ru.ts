import { cards, form, list, n, won } from '../../../i18n/ru/basics';
import { type Forms } from '../../../i18n/plurals';
import { capital } from '../../../i18n/writing';
import type { GnomesDecision } from '../../../protocol';
import { groupsOf, setMade } from '../sets';
import type { Texts } from './en';

const colourName: Record<string, string> = { R: 'рубин', H: 'гелиодор', S: 'сапфир' };
const colours: Record<string, string> = { R: 'рубины', H: 'гелиодоры', S: 'сапфиры' };
const shapes: Record<string, string> = {
  o: 'круглые',
  s: 'квадратные',
  t: 'треугольные',
  h: 'шестиугольные',
  d: 'капли',
  m: 'маркизы',
};
const shapeOf: Record<string, string> = {
  o: 'круглый',
  s: 'квадратный',
  t: 'треугольный',
  h: 'шестиугольный',
  d: 'в форме капли',
  m: 'в форме маркизы',
};
const cardNames: Record<string, string> = {
  C: 'пещера',
  K: 'обвал',
  FO: 'оранжевый туман',
  FG: 'зелёный туман',
  FP: 'фиолетовый туман',
  WR: 'красный ветер',
  WY: 'жёлтый ветер',
  WB: 'синий ветер',
  D: 'алмаз',
};
/** «круглый рубин», «рубин в форме капли» */
const gemName = (colour: string, shape: string) =>
  shape.includes(' ') ? `${colour} ${shape}` : `${shape} ${colour}`;
const cardName = (card: string) => cardNames[card] ?? gemName(colourName[card[0]!]!, shapeOf[card[1]!]!);
/** The same, as short as it can be on a card. */
const gemLabel = (card: string) =>
  ({ d: `${colourName[card[0]!]}-капля`, m: `${colourName[card[0]!]}-маркиза` })[card[1]!] ?? cardName(card);
const effects: Record<string, string> = {
  K: 'никаких камней',
  FO: 'скрыты рубины и гелиодоры',
  FG: 'скрыты гелиодоры и сапфиры',
  FP: 'скрыты рубины и сапфиры',
};
const scoreText = (score: number[]) =>
  score
    .map((count, place) => (count ? `${count} × ${6 - place}` : ''))
    .filter(Boolean)
    .join(', ') || 'наборов нет';
const gemsOf = (count: number) => n(count, 'камень', 'камня', 'камней');
const gem = (before: number[], after: number[]) => {
  const size = setMade(before, after);
  return size > 1
    ? `собирает набор из ${size}`
    : size
      ? 'начинает новый набор'
      : 'сейчас ничего не добавляет';
};
const fogColours: Record<string, string> = {
  FO: 'рубины и гелиодоры',
  FG: 'гелиодоры и сапфиры',
  FP: 'рубины и сапфиры',
};
const ofSize = [
  '',
  'одного камня',
  'двух камней',
  'трёх камней',
  'четырёх камней',
  'пяти камней',
  'шести камней',
];
const ONE = ['', 'один камень', 'двойка', 'тройка', 'четвёрка', 'пятёрка', 'шестёрка'];
const OF_ONE = ['', 'одного камня', 'двойки', 'тройки', 'четвёрки', 'пятёрки', 'шестёрки'];
const FORMS: Forms[] = [
  ['', ''],
  ['камень', 'камня', 'камней'],
  ['двойка', 'двойки', 'двоек'],
  ['тройка', 'тройки', 'троек'],
  ['четвёрка', 'четвёрки', 'четвёрок'],
  ['пятёрка', 'пятёрки', 'пятёрок'],
  ['шестёрка', 'шестёрки', 'шестёрок'],
];
const PLACES = ['', '1-е', '2-е', '3-е', '4-е', '5-е', '6-е'];

const sets = (sizes: number[]) =>
  list(groupsOf(sizes).map(([size, count]) => (count === 1 ? ONE[size]! : n(count, ...FORMS[size]!))));

/** "1-е", or "1–2-е" if two share the place. */
const place = (rank: number, sharers: number) =>
  sharers > 1 ? `${rank}–${PLACES[rank + sharers - 1]}` : PLACES[rank]!;

function decision({ best, next, equal, against }: GnomesDecision, name: (seat: number) => string): string {
  const [size = 0, other = 0] = against;
  if (!next.length) return 'У всех одинаковые наборы.';
  const versus = `${ONE[size]} против ${OF_ONE[other]}`;
  if (!equal.length)
    return other ? `Решает самый большой набор: ${versus}.` : 'У остальных нет камней, которые считаются.';
  const seats = [...best, ...next].sort();
  const who = `${list(seats.map(name))}: ${seats.length > 2 ? 'у всех' : 'у обоих'} ${sets(equal)}`;
  return other
    ? `${who}; решает следующий набор: ${versus}.`
    : `${who}; решает ещё один набор: ${ONE[size]}.`;
}

const ru: Texts = {
  title: 'Шустрые гномы',
  blurb: 'Пещеры, обвалы, туманы и ветры: кто соберёт лучшие сокровища?',
  minutes: '25 мин',
  cardName,
  colours,
  shapes,
  scoreText,
  take: 'Взять',
  play: 'Сыграть',
  takeDeck: 'Взять из колоды',
  takeNow: 'Возьмите карту из колоды или открытую.',
  takeOpen: 'Колода пуста: возьмите открытую карту или никакую.',
  playNow: 'Сыграйте одну карту.',
  dropNow: 'Сыграть нечего: сбросьте одну карту.',
  targetNow: (card) => `На кого наслать ${cardName(card)}?`,
  fogNow: (card) => `Какой туман разгонит ${cardName(card)}?`,
  deck: (count) => `Колода: ${cards(count)}`,
  discard: (count) => `Сброс: ${cards(count)}`,
  openCard: (card, slot) => `Открытая карта ${slot}: ${cardName(card)}`,
  emptySlot: 'пусто',
  market: 'Колода и открытые карты',
  noCave: 'пещеры нет',
  cave: 'есть пещера',
  opponents: 'Соперники',
  mine: 'Перед вами',
  curse: (card, name, cures) =>
    `${cardName(card)}, наслал игрок ${name}; снимает ${list(cures.map(cardName), 'или')}`,
  lifts: 'снимает',
  hidden: 'в тумане',
  effect: (card, name, cures) =>
    `${cardName(card)} → ${name}: ${effects[card]}, пока не снимет ${list(cures.map(cardName), 'или')}.`,
  lay: (card) => `Выложить: ${cardName(card)}`,
  drop: (card) => `Сбросить: ${cardName(card)}`,
  send: (name) => `Наслать: ${name}`,
  drive: (card) => `Разогнать: ${cardName(card)}`,
  skip: 'Не брать',
  pass: 'Пропустить',
  round: (number) => `раунд ${number}`,
  lastRounds: (left) => (left > 1 ? 'ещё два раунда' : 'последний раунд'),
  remedy: (cures, has) => `Снимает ${list(cures.map(cardName), 'или')}${has ? ' — это у вас есть.' : '.'}`,
  hitYou: (name, card) => `${name} насылает на вас: ${cardName(card)}.`,
  set: (shares) => colours[shares] ?? shapes[shares] ?? 'алмазы',
  sets: 'Наборы',
  knownCards: (names) => `взято на виду: ${names}`,
  fullOfCurses: 'проклятий хватит',
  label: (card) => cardNames[card] ?? gemLabel(card),
  place,
  sizes: sets,
  decision,
  nothing: 'пока ничего',
  deckName: 'колода',
  discardName: 'сброс',
  deckEmpty: 'колода пуста',
  turnsLeft: (rounds, turns) =>
    `${rounds > 1 ? 'Этот раунд и ещё один, последний' : 'Последний раунд'}: ещё ${n(turns, 'ход', 'хода', 'ходов')}, затем подсчёт.`,
  autoDraw: 'Шустрые гномы: брать из колоды автоматически',
  options: {
    deck: 'Камни',
    quick_start: 'Быстрый старт: пещера каждому',
    last_round: 'Когда колода пуста',
  },
  choices: {
    three_shapes: 'три формы',
    six_shapes: 'шесть форм',
    finish: 'доиграть раунд',
    full: 'доиграть раунд и сыграть ещё один',
  },
  firstOptions: { quick_start: 'быстрый старт' },
  hit: (who, amount) => `Больше всех досталось: ${who}, ${n(amount, 'проклятие', 'проклятия', 'проклятий')}.`,
  explain: {
    gem: 'Камни одного цвета или одной формы составляют набор, не больше чем из шести. Выигрывают большие наборы.',
    lay: 'Чтобы выложить его, нужна пещера; обвала и тумана над его цветом быть не должно.',
    diamond: 'Заменяет любой камень и сияет сквозь каждый туман. Его останавливает только обвал.',
    cave: 'Без неё камни не выложить. Когда пещера уже есть, вторая лишь снимает обвал; обе карты уходят в сброс.',
    caveIn: 'Проклятие для другого игрока: пока оно не снято, камни не выложить. Уже выложенные считаются.',
    fog: (card) =>
      `Проклятие для другого игрока. Скрывает ${fogColours[card]}: их не выложить, а если туман останется до конца, они не в счёт. Алмазы сияют сквозь него.`,
    wind: (fogs) =>
      `Разгоняет один туман перед вами: ${list(fogs.map(cardName), 'или')}. Обе карты уходят в сброс.`,
    liftsMine: (curses) => `Снимает то, что лежит перед вами: ${list(curses.map(cardName))}.`,
    cannot: (why) => `Не сейчас: ${why}`,
    curse: (name, card) =>
      card === 'K'
        ? `${name ? `${name} не может` : 'Вы не можете'} выкладывать камни. Уже выложенные считаются.`
        : `Скрывает ${fogColours[card]}: ${name ? `${name} не может` : 'вы не можете'} их выкладывать, а если туман останется до конца, они не в счёт. Алмазы сияют сквозь него.`,
    liftedBy: 'Снимает',
    youHold: (card) => `это у вас есть: ${cardName(card)}`,
    from: (name) => `От игрока ${name}.`,
    play: (card) => `Сыграть: ${cardName(card)}`,
    set: (shares, size) => `${size} × ${shares}`,
    setText: (size) => `У этих камней общий цвет или общая форма: это набор из ${ofSize[size]}.`,
    setNext: (size) => `+1 → ${size}: ещё один такой камень даст набор из ${ofSize[size]}.`,
    setFull: 'Шесть камней — самый большой набор.',
    compare: 'В конце выигрывает тот, у кого больше наборов из шести; если поровну — из пяти, и так далее.',
    fogged: 'В тумане',
    foggedText: (count) =>
      `${form(count, ['Этот камень не в счёт', 'Эти камни не в счёт', 'Эти камни не в счёт'])}, если до конца ветер не разгонит туман.`,
    hasCave: 'Пещера',
    hasCaveText: (name) => `${name ?? 'У вас'}: пещера есть, камни можно выкладывать.`,
    noCave: 'Пещеры нет',
    noCaveText: (name) => `${name ?? 'У вас'}: пещеры нет, а без неё камни не выложить.`,
    deck: 'Колода',
    deckText: (count) =>
      `Осталось: ${cards(count)}. В свой ход вы берёте верхнюю карту или одну из открытых.`,
    endsFinish: 'Когда колода пуста, этот раунд последний.',
    endsFull: 'Когда колода пуста, раунд доигрывают и играют ещё один.',
    discard: 'Сброс',
    discardText: (count) => `Вышло из игры: ${cards(count)}.`,
    known: 'Известные карты',
    knownText: (name, names) => `Все видели, что взято. ${name}: ${names}.`,
    step: 'Ваш ход',
    stepText:
      'Сначала возьмите одну карту, потом сыграйте одну. Сбрасывать можно, только когда сыграть нечего.',
    standing: (score) => `Наборы сейчас: ${score}.`,
    curses: (count, most) => `Проклятий: ${count}. Перед одним игроком их может быть не больше ${most}.`,
  },
  goal: {
    goal: 'Лучшие наборы камней, когда колода пуста.',
    set: 'один цвет или одна форма, до шести камней',
    compare:
      'Выигрывает тот, у кого больше наборов из шести; если поровну — из пяти, затем из четырёх, и так далее.',
    cave: 'нужна, чтобы выкладывать камни',
    curse: 'проклятия: никаких камней или скрыты два цвета',
    wind: 'разгоняет туман; пещера снимает обвал',
  },
  puzzles: {
    card: () => 'Какую карту сыграть сейчас?',
    less: () => 'Другая карта даст больше.',
  },
  hints: {
    nothing: () => 'Больше ничего не сделать.',
    drop: (f) => `Сыграть нечего, а без этой карты обойтись легче всего: ${cardName(f.card)}.`,
    take_deck: (f) =>
      f.open.length
        ? `Неизвестная карта вместо открытых: ${list([...new Set(f.open as string[])].map(cardName), 'или')}.`
        : 'Карты есть только в колоде.',
    take_open: (f) => {
      const name = capital(cardName(f.card));
      if (f.score_after)
        return `${name}: ${f.playable ? 'выкладывается сразу и' : 'сейчас не выложить; позже'} ${gem(f.score_before, f.score_after)}.`;
      if (f.card === 'C') return f.playable ? 'Пещера откроет путь камням.' : 'Пещера — запас против обвала.';
      if (f.card[0] === 'W')
        return f.playable ? `${name} разгонит туман перед вами.` : `${name} — запас против тумана.`;
      return `${name} притормозит соперника и не достанется ему.`;
    },
    gem: (f) => `${capital(cardName(f.card))}: ${gem(f.score_before, f.score_after)}.`,
    cave: (f) =>
      f.clears
        ? 'Пещера разбирает обвал: камни снова можно выкладывать.'
        : 'С пещерой можно выкладывать камни.',
    wind: (f) =>
      f.gems
        ? `${capital(cardName(f.fog))} рассеется: снова ${form(f.gems, ['считается', 'считаются', 'считается'])} ${gemsOf(f.gems)}.`
        : `${capital(cardName(f.fog))} рассеется: скрытые цвета снова можно выкладывать.`,
    curse: (f, names) => {
      const who = names(f.target) + (f.leads ? ' (лучшие наборы)' : '');
      if (f.card === 'K') return `Обвал → ${who}: никаких камней, пока пещера его не разберёт.`;
      return f.gems
        ? `${capital(cardName(f.card))} → ${who}: скроет ${gemsOf(f.gems)}.`
        : `${capital(cardName(f.card))} → ${who}: пока ничего не скрывает, но останавливает камни двух цветов.`;
    },
  },
  reasons: {
    take_first: 'Сначала возьмите карту.',
    hand_not_empty: 'Пропустить можно только с пустой рукой.',
    no_card_chosen: 'Сначала выберите карту, потом — на кого.',
    already_taken: 'Карту вы уже взяли; теперь сыграйте одну.',
    deck_not_empty: 'Пока есть колода, карту надо взять.',
    deck_empty: 'Колода пуста.',
    slot_empty: 'Там нет карты.',
    hand_empty: 'Рука пуста.',
    not_in_hand: 'Этой карты у вас нет.',
    can_play: 'Сбрасывать можно, только когда сыграть нечего.',
    has_cave: 'Пещера у вас уже есть; второй можно только снять обвал.',
    cave_in: 'Обвал не пускает никаких камней, пока его не снимет пещера.',
    no_cave: 'Для камней нужна пещера, а её у вас нет.',
    hidden_by_fog: 'Камни этого цвета скрывает туман, пока его не разгонит ветер.',
    no_target: 'Ни на кого больше нельзя наслать проклятие.',
    name_a_target: 'Выберите, на кого наслать проклятие.',
    no_such_seat: 'Такого места нет.',
    own_seat: 'Проклятия насылают на других.',
    too_many_curses: 'На этого игрока больше проклятий не наслать.',
    no_fog_for_wind: 'Перед вами нет тумана, который разгонит этот ветер.',
    name_a_fog: 'Выберите, какой туман разогнать.',
    wrong_wind: 'Этот ветер такого тумана не разгоняет.',
    no_such_fog: 'Такого тумана перед вами нет.',
  },
  events: {
    take_deck: (who, f) => `${who} берёт карту из колоды${f.card ? `: ${cardName(f.card)}` : ''}.`,
    take_open: (who, f) => `${who} берёт открытую карту: ${cardName(f.card)}.`,
    skip: (who) => `${who} не берёт карту.`,
    pass: (who) => `${who}: карт нет, ход пропущен.`,
    drop: (who, f) => `${who} не может ничего сыграть и сбрасывает: ${cardName(f.card)}.`,
    cave: (who) => `${who} выкладывает пещеру.`,
    clear: (who, f) => `${who} снимает обвал пещерой${f.has_cave ? '' : ' и остаётся без пещеры'}.`,
    gem: (who, f) => `${who} выкладывает: ${cardName(f.card)}.`,
    pending: (who, f) => `${who} достаёт: ${cardName(f.card)}.`,
    curse: (who, f, names) => `${who}: ${cardName(f.card)} → ${names(f.target)}: ${effects[f.card]}.`,
    wind: (who, f) => `${who} разгоняет: ${cardName(f.fog)} (${cardName(f.card)}).`,
    deck_empty: (who, f) =>
      `Колода пуста: ${f.rounds_left > 1 ? 'этот раунд и ещё один' : 'это последний раунд'}.`,
    last_round: () => 'Начинается последний раунд.',
    end: (who, f, names) =>
      `Партия сыграна: ${won(f.winners.map(names))} ${scoreText(f.scores[f.winners[0]])}. ${decision(f.decision, names)}`,
  },
};

export default ru;
