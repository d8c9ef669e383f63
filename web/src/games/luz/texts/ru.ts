import { form, list, n, points, won } from '../../../i18n/ru/basics';
import { signed } from '../../../i18n/plurals';
import { capital, decimal, percent, rangeOf, signedDecimal } from '../../../i18n/writing';
import type { Texts } from './en';

const suit: Record<string, string> = { R: 'красный', Y: 'жёлтый', G: 'зелёный', B: 'синий', P: 'фиолетовый' };
const suitHer: Record<string, string> = {
  R: 'красная',
  Y: 'жёлтая',
  G: 'зелёная',
  B: 'синяя',
  P: 'фиолетовая',
};
const suitCard = (card: string) => `${suitHer[card[0]!]} ${card.slice(1)}`;
const tricks = (count: number) => n(count, 'взятка', 'взятки', 'взяток');
const tricksOf = (count: number) => n(count, 'взятку', 'взятки', 'взяток');
/** "1,4 очка": after a fraction stands the genitive singular. */
const about = (value: number, whole: (count: number) => string, part: string) => {
  const text = decimal(value, ',');
  return text.includes(',') ? `${text} ${part}` : whole(Number(text));
};
/** Where a card stands among those of its colour in a hand, which lie from low to high. */
const among = (lower: number, higher: number) => {
  if (!lower && !higher) return 'это ваша единственная карта этого цвета';
  if (lower && higher) return `среди ваших карт этого цвета младших ${lower}, старших ${higher}`;
  return `она самая ${lower ? 'старшая' : 'младшая'} из ваших ${lower + higher + 1} карт этого цвета`;
};

const ru: Texts = {
  title: 'Луч',
  blurb: 'Ваши карты видят все, кроме вас. Сколько взяток вы возьмёте?',
  minutes: '30 мин',
  tricks,
  suit,
  suitCard,
  deal: (deal) => `раздача\u00a0${deal}/4`,
  trick: (trick) => `взятка\u00a0${trick}/10`,
  others: 'Руки других игроков, вам их видно',
  handOf: (name) => `Карты: ${name}`,
  myHand: 'Ваша рука, только рубашки',
  betNow: 'Ваша ставка.',
  betOrder: (place, count) =>
    place === count
      ? 'Ваша ставка последняя.'
      : `Ваша ставка ${['', 'первая', 'вторая', 'третья', 'четвёртая'][place]}.`,
  howMany: 'Сколько из десяти взяток?',
  less: 'На одну меньше',
  more: 'На одну больше',
  safety: 'Защитная бусина',
  safetyHint: (bid) => (bid < 10 ? `сыграет за ${bid} или ${tricks(bid + 1)}` : 'сыграет за 10 взяток'),
  met: (low, high) => (low === high ? tricks(low) : `${low} или ${tricks(high)}`),
  off: 'промах на одну',
  eachFurther: 'каждая следующая',
  sumOfBets: (bets, mine) => {
    const total = bets.reduce((sum, bet) => sum + bet, mine);
    return `Ставки ${bets.length ? `${bets.join(' + ')} = ${total - mine}` : 0}, с вашей ${total} из 10`;
  },
  tableIs: (difference) =>
    difference === 0
      ? 'ровно десять'
      : difference > 0
        ? `на ${difference} больше десяти`
        : `на ${-difference} меньше десяти`,
  bet: (bid, safety) => (safety ? `Ставка ${bid} с защитой` : `Ставка ${bid}`),
  betSoFar: (bid, safety) => `ставка ${bid}${safety ? '+1' : ''}`,
  noBet: 'ещё без ставки',
  wonOf: (count, bid, safety) => `${tricks(count)}, ставка ${bid}${safety ? ', с защитной бусиной' : ''}`,
  lead: 'Начните взятку любой картой.',
  follow: (colour) => `Цвет взятки ${suit[colour]}: играйте его.`,
  free: (colour) => `Цвет взятки ${suit[colour]}, у вас его нет: играйте любую карту.`,
  led: 'цвет взятки',
  trump: 'козырь',
  sun: 'Солнце',
  yourCard: 'ваша карта',
  winsSoFar: (name, card) => `Пока берёт ${name}: ${suitCard(card)}.`,
  takes: (name, card) => `Взятку берёт ${name}: ${suitCard(card)}.`,
  chosen: (colour, range) =>
    `Выбрана ${suitHer[colour]} ${range || 'карта'}. Коснитесь ещё раз или нажмите «Сыграть».`,
  playCard: (colour) => `Сыграть: ${suitHer[colour]}`,
  currentTrick: 'Текущая взятка',
  lastTrick: 'Последняя взятка',
  playedCards: 'Сыграно в этой раздаче',
  score: 'Счёт',
  dealHead: 'Раздача',
  total: 'Всего',
  payoff: (exact, safe, miss) =>
    `сыграла ${signed(exact)} · с защитой ${signed(safe)} · промах ${signed(miss)} за взятку`,
  aidLabel: 'Помощь в догадках',
  aids: { off: 'выкл.', ranges: 'от и до', full: 'все значения' },
  mine: (colour, place, count) =>
    count === 1
      ? `${suitHer[colour]}, единственная карта`
      : `${suitHer[colour]}, карта ${place} из ${count}, от младшей`,
  canBe: (values) => `может быть ${values}`,
  noted: (values) => `ваша догадка: ${values}`,
  noteTitle: 'Мои догадки',
  noteWhat: 'Что это, по-вашему?',
  notNow: 'не сейчас',
  queued: 'будет сыграна в ваш ход',
  empathy: (name) => `Удерживайте, чтобы увидеть эту руку так, как ${name}`,
  dealOver: (deal) => `Раздача ${deal} сыграна`,
  handsWere: 'Руки были такие',
  known: {
    title: 'Что вы могли знать',
    tricks: (tricks) =>
      `Судя по тому, что вы видели перед ставкой, можно было ждать взяток: ${decimal(tricks, ',')}.`,
    ranges: 'Ваши карты могли быть',
    bet: 'Ставка',
    met: 'Сыграла бы в',
    points: 'В среднем',
    yours: 'ваша',
    best: 'лучшая',
    wasBest: 'Никакая другая ставка не обещала больше.',
    share: (share) => `${percent(share)} рук`,
    mean: (points) => signedDecimal(points, ','),
  },
  next: 'Дальше',
  first: 'первый игрок',
  highSide: 'старшая сторона',
  pts: (score) => points(score),
  trumps: 'козырь жёлтый',
  took: 'взятка',
  settings: {
    aid: {
      title: 'Помощь в догадках',
      choices: { off: 'выключена', ranges: 'возможные значения, от и до', full: 'каждое возможное значение' },
    },
    taken_tricks: {
      title: 'Сыгранные взятки',
      choices: { closed: 'закрыты', last: 'последняя', open: 'все открыты' },
      what: {
        closed:
          'По правилам: как только начата следующая взятка, карты предыдущей нельзя смотреть до конца раздачи.',
        last: 'Последнюю взятку можно посмотреть, пока не взята следующая.',
        open: 'Можно смотреть все карты, сыгранные в этой раздаче.',
      },
    },
  },
  queueing: 'Луч: выбирать карту до своего хода',
  options: {
    bead_supply: 'Бусины для ставок',
  },
  choices: {
    unlimited: 'сколько угодно',
    box: '15 из коробки',
  },
  gain: (who, amount) => `Лучшая раздача: ${who}, ${signed(amount)}.`,
  explain: {
    values: (highest) => `В каждом цвете значения от 1 до ${highest}.`,
    yellow: 'Жёлтый — козырь: взятку берёт старшая жёлтая карта.',
    plain: 'Берёт взятку, только если это цвет взятки, старшей карты этого цвета нет и жёлтой тоже.',
    unseen: (name) => `${name} не видит её значения, а вы видите.`,
    mine: 'Вы видите только её цвет, значение видят другие.',
    place: (place, count) =>
      count > 1
        ? `Карта ${place} из ${count} этого цвета, от младшей к старшей.`
        : 'Единственная карта этого цвета.',
    canBe: (values) => `Судя по тому, что вам видно, она может быть: ${values}.`,
    noted: (values) => `Ваша догадка: ${values}.`,
    high: 'Старшая сторона',
    highText: 'Старшая из ваших карт этого цвета.',
    led: 'Цвет взятки',
    ledText: (colour) =>
      `Цвет взятки ${colour}. У кого он есть, тот обязан его играть; у кого нет, играет любую карту.`,
    trump: 'Козырь',
    trumpText: 'Если сыграна жёлтая, взятку берёт старшая жёлтая; если нет — старшая карта цвета взятки.',
    bet: (name) => (name ? `Ставка: ${name}` : 'Ваша ставка'),
    noBet: 'Ещё не сделана.',
    betText: (bid, won) => `Ставка: ${tricks(bid)}; уже взято: ${won}.`,
    safe: (low, high) => `С защитной бусиной сыграет и ${low}, и ${high}.`,
    beads:
      'Полные бусины — взятые взятки, пунктирные — те, что ещё надо взять, красные — лишние; спасательным кругом отмечена защитная бусина.',
    pays: (exact, miss) =>
      `В этой раздаче сыгравшая ставка даёт ${signed(exact)}; каждая лишняя или недобранная взятка стоит ${-miss}.`,
    safety: 'Защитная бусина',
    safetyText: 'С ней ставка играет и тогда, когда взяток на одну больше.',
    safetyPays: (safe, exact, miss) =>
      `Она даёт ${signed(safe)} вместо ${signed(exact)}. Промах, как и раньше, стоит ${-miss} за взятку.`,
    score: 'Очки',
    scoreText: (name, score) =>
      `${name ?? 'У вас'}: ${score} за сыгранные раздачи. После четырёх раздач побеждает тот, у кого больше всех.`,
    marker: 'Первый игрок',
    markerText: (name, deal) =>
      deal < 4
        ? name
          ? `${name} первым делает ставку и начинает первую взятку этой раздачи.`
          : 'Вы первыми делаете ставку и начинаете первую взятку этой раздачи.'
        : 'В раздаче 4 первым делает ставку и начинает первую взятку тот, у кого больше всех очков.',
    aid: 'Помощь в догадках',
    aidText:
      'Под вашими картами стоят значения, которые они ещё могут иметь, судя по тому, что вам видно. Нажмите, чтобы изменить, сколько показывать.',
    notes: 'Мои догадки',
    notesText: 'Какие, по-вашему, у вас карты. Это видите только вы.',
    payoff: 'Что даёт эта раздача',
    payoffText: (exact, safe, miss) =>
      `Ставка сыграла: ${signed(exact)}, с защитной бусиной ${signed(safe)}. Каждая лишняя или недобранная взятка: ${signed(miss)}.`,
    sum: 'Сумма ставок',
    sumText: (total) => `Все ставки вместе с вашей: ${total}; взяток десять.`,
    sumOver: 'Хотят больше, чем есть: чья-то ставка не сыграет.',
    sumUnder: 'Некоторые взятки никому не нужны: кто-то может получить лишнюю.',
    sumEven: 'Каждая взятка кому-то нужна.',
  },
  goal: {
    goal: 'Предскажите, сколько из десяти взяток возьмёте, и возьмите ровно столько.',
    deal: (deal) => `Раздача ${deal} даёт`,
    met: 'ставка сыграла',
    safe: 'с защитной бусиной: ставка или на одну больше',
    miss: 'каждая лишняя или недобранная взятка',
    trump: 'жёлтый бьёт все остальные цвета',
    follow: 'Есть цвет взятки — играйте его; берёт старшая карта.',
  },
  puzzles: {
    values: () => 'Какой может быть отмеченная карта?',
    bet: () => 'Какая карта сохранит вашу ставку?',
    not: (f) => `${f.value} быть не может.`,
    more: () => 'Есть и другие значения.',
    can: (f) =>
      `Может быть ${list(f.values, 'или')}. Ни у кого не видно ${list(f.unseen)}; ${among(f.lower, f.higher)}.`,
    less: () => 'Другая карта лучше для вашей ставки.',
  },
  hints: {
    bet: (f) =>
      `${capital(tricks(f.bid))}${f.safety ? ' с защитной бусиной' : ''}: сыграет в ${percent(f.met)} рук, которые у вас могут быть, в среднем ${signedDecimal(f.points, ',')} оч.`,
    tricks: (f) => `Если стараться брать, такие руки дают в среднем ${about(f.tricks, tricks, 'взятки')}.`,
    card: (f) => {
      const name = capital(suitCard(f.colour[0].toUpperCase() + rangeOf(f.values)));
      if (f.takes === 1) return `${name}: берёт эту взятку наверняка.`;
      if (f.loses === 1) return `${name}: эту взятку не возьмёт.`;
      if (f.open === 1) return `${name}: пока старшая, но её могут перебить.`;
      const ways: [number, string][] = [
        [f.takes, 'берёт взятку наверняка'],
        [f.open, 'могут перебить'],
        [f.loses, 'не берёт'],
      ];
      return `${name}: ${list(ways.filter(([share]) => share > 0).map(([share, way]) => `${way} — ${percent(share)}`))} ваших возможных рук.`;
    },
    need: (f) => {
      const { needed, safety, left } = f as { needed: number; safety: boolean; left: number };
      if (needed < 0 && !(safety && needed === -1))
        return `Ставка уже перебрана на ${tricksOf(-needed)}; каждая следующая отнимает ещё очки.`;
      if (needed > left)
        return `Ставка уже не сыграет: нужно ещё ${needed}, а ${form(left, ['осталась', 'остались', 'осталось'])} ${tricks(left)}.`;
      if (needed <= 0)
        return `Ставка уже сыграла: ${needed < 0 || !safety ? 'больше взяток не берите' : 'ещё одну взятку можно, две — нет'}.`;
      if (needed === left)
        return left === 1 ? 'Вам нужна последняя взятка.' : `Вам нужны все оставшиеся взятки: ${left}.`;
      return `Вам нужно ещё ${needed} из ${left} взяток${safety ? '; одна лишняя не повредит' : ''}.`;
    },
  },
  reasons: {
    bets_first: 'Сначала все делают ставки.',
    too_few_beads: 'Столько бусин в коробке уже нет.',
    bets_are_made: 'Все ставки сделаны.',
    already_played: 'Эта карта уже сыграна.',
    must_follow: 'Цвет взятки у вас есть, и его надо играть.',
  },
  events: {
    bid: (who, f) =>
      `${who} ставит на ${n(f.bid, 'взятку', 'взятки', 'взяток')}${f.safety ? ' с защитной бусиной' : ''}.`,
    bets_made: (who, f, names) => `Все ставки сделаны: ${f.total} из 10. Начинает ${names(f.leader)}.`,
    play: (who, f) =>
      `${who} ${{ lead: 'начинает взятку', follow: 'играет в цвет', trump: 'играет козырь', throw: 'сбрасывает' }[f.way as string]}${f.card ? `: ${suitCard(f.card)}` : f.way === 'throw' ? ' карту' : ''}.`,
    trick: (who, f) =>
      `${who} берёт взятку${f.card ? ` (${suitCard(f.card)})` : ''}: ${f.tricks} из ${f.bid}${f.safety ? '+1' : ''}.`,
    bet_met: (who, f) =>
      `${who}: ставка ${f.bid}${f.safety ? '+1' : ''} сыграла, ${signed(f.points)}, всего ${points(f.score)}.`,
    bet_missed: (who, f) =>
      `${who}: ставка ${f.bid}, взято ${f.tricks}: ${signed(f.points)}, всего ${points(f.score)}.`,
    deal: (who, f, names) => `Раздача ${f.deal} из 4: первым ставит ${names(f.opener)}.`,
    end: (who, f, names) => `Партия сыграна: ${won(f.winners.map(names))}`,
  },
};

export default ru;
