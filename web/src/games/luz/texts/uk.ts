import { form, list, n, points, won } from '../../../i18n/uk/basics';
import { signed } from '../../../i18n/plurals';
import { capital, decimal, percent, rangeOf, signedDecimal } from '../../../i18n/writing';
import type { Texts } from './en';

const suit: Record<string, string> = {
  R: 'червоний',
  Y: 'жовтий',
  G: 'зелений',
  B: 'синій',
  P: 'фіолетовий',
};
const suitHer: Record<string, string> = { R: 'червона', Y: 'жовта', G: 'зелена', B: 'синя', P: 'фіолетова' };
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
  if (!lower && !higher) return 'це ваша єдина карта цього кольору';
  if (lower && higher) return `серед ваших карт цього кольору молодших ${lower}, старших ${higher}`;
  return `вона ${lower ? 'найстарша' : 'наймолодша'} з ваших ${lower + higher + 1} карт цього кольору`;
};

const uk: Texts = {
  title: 'Промінь',
  blurb: 'Ваші карти бачать усі, крім вас. Скільки взяток ви візьмете?',
  minutes: '30 хв',
  tricks,
  suit,
  suitCard,
  deal: (deal) => `роздача\u00a0${deal}/4`,
  trick: (trick) => `взятка\u00a0${trick}/10`,
  others: 'Руки інших гравців, вам їх видно',
  handOf: (name) => `Карти: ${name}`,
  myHand: 'Ваша рука, лише звороти',
  betNow: 'Ваша ставка.',
  betOrder: (place, count) =>
    place === count
      ? 'Ваша ставка остання.'
      : `Ваша ставка ${['', 'перша', 'друга', 'третя', 'четверта'][place]}.`,
  howMany: 'Скільки з десяти взяток?',
  less: 'На одну менше',
  more: 'На одну більше',
  safety: 'Захисна намистина',
  safetyHint: (bid) => (bid < 10 ? `зіграє за ${bid} або ${tricks(bid + 1)}` : 'зіграє за 10 взяток'),
  met: (low, high) => (low === high ? tricks(low) : `${low} або ${tricks(high)}`),
  off: 'промах на одну',
  eachFurther: 'кожна наступна',
  sumOfBets: (bets, mine) => {
    const total = bets.reduce((sum, bet) => sum + bet, mine);
    return `Ставки ${bets.length ? `${bets.join(' + ')} = ${total - mine}` : 0}, з вашою ${total} з 10`;
  },
  tableIs: (difference) =>
    difference === 0
      ? 'рівно десять'
      : difference > 0
        ? `на ${difference} більше десяти`
        : `на ${-difference} менше десяти`,
  bet: (bid, safety) => (safety ? `Ставка ${bid} із захистом` : `Ставка ${bid}`),
  betSoFar: (bid, safety) => `ставка ${bid}${safety ? '+1' : ''}`,
  noBet: 'ще без ставки',
  wonOf: (count, bid, safety) => `${tricks(count)}, ставка ${bid}${safety ? ', із захисною намистиною' : ''}`,
  lead: 'Почніть взятку будь-якою картою.',
  follow: (colour) => `Колір взятки ${suit[colour]}: грайте його.`,
  free: (colour) => `Колір взятки ${suit[colour]}, у вас його немає: грайте будь-яку карту.`,
  led: 'колір взятки',
  trump: 'козир',
  sun: 'Сонце',
  yourCard: 'ваша карта',
  winsSoFar: (name, card) => `Поки що бере ${name}: ${suitCard(card)}.`,
  takes: (name, card) => `Взятку бере ${name}: ${suitCard(card)}.`,
  chosen: (colour, range) =>
    `Обрано: ${suitHer[colour]} ${range || 'карта'}. Торкніться ще раз або натисніть «Зіграти».`,
  playCard: (colour) => `Зіграти: ${suitHer[colour]}`,
  currentTrick: 'Поточна взятка',
  lastTrick: 'Остання взятка',
  playedCards: 'Зіграно в цій роздачі',
  score: 'Рахунок',
  dealHead: 'Роздача',
  total: 'Разом',
  payoff: (exact, safe, miss) =>
    `зіграла ${signed(exact)} · із захистом ${signed(safe)} · промах ${signed(miss)} за взятку`,
  aidLabel: 'Допомога в здогадах',
  aids: { off: 'вимк.', ranges: 'від і до', full: 'усі значення' },
  mine: (colour, place, count) =>
    count === 1
      ? `${suitHer[colour]}, єдина карта`
      : `${suitHer[colour]}, карта ${place} з ${count}, від молодшої`,
  canBe: (values) => `може бути ${values}`,
  noted: (values) => `ваш здогад: ${values}`,
  noteTitle: 'Мої здогади',
  noteWhat: 'Що це, на вашу думку?',
  notNow: 'не зараз',
  queued: 'буде зіграно у ваш хід',
  empathy: (name) => `Утримуйте, щоб побачити цю руку так, як ${name}`,
  dealOver: (deal) => `Роздачу ${deal} зіграно`,
  handsWere: 'Руки були такі',
  known: {
    title: 'Що ви могли знати',
    tricks: (tricks) =>
      `Судячи з того, що ви бачили перед ставкою, можна було чекати взяток: ${decimal(tricks, ',')}.`,
    ranges: 'Ваші карти могли бути',
    bet: 'Ставка',
    met: 'Зіграла б у',
    points: 'У середньому',
    yours: 'ваша',
    best: 'найкраща',
    wasBest: 'Жодна інша ставка не обіцяла більше.',
    share: (share) => `${percent(share)} рук`,
    mean: (points) => signedDecimal(points, ','),
  },
  next: 'Далі',
  first: 'перший гравець',
  highSide: 'старший бік',
  pts: (score) => points(score),
  trumps: 'козир жовтий',
  took: 'взятка',
  settings: {
    aid: {
      title: 'Допомога в здогадах',
      choices: { off: 'вимкнено', ranges: 'можливі значення, від і до', full: 'кожне можливе значення' },
    },
    taken_tricks: {
      title: 'Зіграні взятки',
      choices: { closed: 'закриті', last: 'остання', open: 'усі відкриті' },
      what: {
        closed:
          'За правилами: щойно почато наступну взятку, карт попередньої не можна переглядати до кінця роздачі.',
        last: 'Останню взятку можна переглянути, поки не взято наступну.',
        open: 'Можна переглядати всі карти, зіграні в цій роздачі.',
      },
    },
  },
  queueing: 'Промінь: обирати карту до свого ходу',
  options: {
    bead_supply: 'Намистини для ставок',
  },
  choices: {
    unlimited: 'скільки завгодно',
    box: '15 із коробки',
  },
  gain: (who, amount) => `Найкраща роздача: ${who}, ${signed(amount)}.`,
  explain: {
    values: (highest) => `У кожному кольорі значення від 1 до ${highest}.`,
    yellow: 'Жовтий — козир: взятку бере найстарша жовта карта.',
    plain: 'Бере взятку, лише якщо це колір взятки, старшої карти цього кольору немає і жовтої теж.',
    unseen: (name) => `${name} не бачить її значення, а ви бачите.`,
    mine: 'Ви бачите лише її колір, значення бачать інші.',
    place: (place, count) =>
      count > 1
        ? `Карта ${place} з ${count} цього кольору, від молодшої до старшої.`
        : 'Єдина карта цього кольору.',
    canBe: (values) => `Судячи з того, що вам видно, вона може бути: ${values}.`,
    noted: (values) => `Ваш здогад: ${values}.`,
    high: 'Старший бік',
    highText: 'Найстарша з ваших карт цього кольору.',
    led: 'Колір взятки',
    ledText: (colour) =>
      `Колір взятки ${colour}. Хто його має, мусить його грати; хто не має, грає будь-яку карту.`,
    trump: 'Козир',
    trumpText: 'Якщо зіграно жовту, взятку бере найстарша жовта; якщо ні — найстарша карта кольору взятки.',
    bet: (name) => (name ? `Ставка: ${name}` : 'Ваша ставка'),
    noBet: 'Ще не зроблена.',
    betText: (bid, won) => `Ставка: ${tricks(bid)}; уже взято: ${won}.`,
    safe: (low, high) => `Із захисною намистиною зіграє і ${low}, і ${high}.`,
    beads:
      'Повні намистини — взяті взятки, пунктирні — ті, що ще треба взяти, червоні — зайві; рятівне коло — захисна намистина.',
    pays: (exact, miss) =>
      `У цій роздачі ставка, що зіграла, дає ${signed(exact)}; кожна зайва чи недобрана взятка коштує ${-miss}.`,
    safety: 'Захисна намистина',
    safetyText: 'З нею ставка зіграє і тоді, коли взяток на одну більше.',
    safetyPays: (safe, exact, miss) =>
      `Вона дає ${signed(safe)} замість ${signed(exact)}. Промах, як і раніше, коштує ${-miss} за взятку.`,
    score: 'Очки',
    scoreText: (name, score) =>
      `${name ?? 'У вас'}: ${score} за зіграні роздачі. Після чотирьох роздач перемагає той, у кого найбільше.`,
    marker: 'Перший гравець',
    markerText: (name, deal) =>
      deal < 4
        ? name
          ? `${name} першим робить ставку й починає першу взятку цієї роздачі.`
          : 'Ви першими робите ставку й починаєте першу взятку цієї роздачі.'
        : 'У роздачі 4 першим робить ставку й починає першу взятку той, у кого найбільше очок.',
    aid: 'Допомога в здогадах',
    aidText:
      'Під вашими картами стоять значення, які вони ще можуть мати, судячи з того, що вам видно. Натисніть, щоб змінити, скільки показувати.',
    notes: 'Мої здогади',
    notesText: 'Які, на вашу думку, у вас карти. Це бачите лише ви.',
    payoff: 'Що дає ця роздача',
    payoffText: (exact, safe, miss) =>
      `Ставка зіграла: ${signed(exact)}, із захисною намистиною ${signed(safe)}. Кожна зайва чи недобрана взятка: ${signed(miss)}.`,
    sum: 'Сума ставок',
    sumText: (total) => `Усі ставки разом із вашою: ${total}; взяток десять.`,
    sumOver: 'Хочуть більше, ніж є: чиясь ставка не зіграє.',
    sumUnder: 'Деякі взятки нікому не потрібні: хтось може дістати зайву.',
    sumEven: 'Кожна взятка комусь потрібна.',
  },
  goal: {
    goal: 'Передбачте, скільки з десяти взяток візьмете, і візьміть рівно стільки.',
    deal: (deal) => `Роздача ${deal} дає`,
    met: 'ставка зіграла',
    safe: 'із захисною намистиною: ставка або на одну більше',
    miss: 'кожна зайва чи недобрана взятка',
    trump: 'жовтий б’є всі інші кольори',
    follow: 'Маєте колір взятки — грайте його; бере найстарша карта.',
  },
  puzzles: {
    values: () => 'Якою може бути позначена карта?',
    bet: () => 'Яка карта збереже вашу ставку?',
    not: (f) => `${f.value} бути не може.`,
    more: () => 'Є ще й інші значення.',
    can: (f) =>
      `Може бути ${list(f.values, 'або')}. Ні в кого не видно ${list(f.unseen)}; ${among(f.lower, f.higher)}.`,
    less: () => 'Інша карта краща для вашої ставки.',
  },
  hints: {
    bet: (f) =>
      `${capital(tricks(f.bid))}${f.safety ? ' із захисною намистиною' : ''}: зіграє у ${percent(f.met)} рук, які у вас можуть бути, у середньому ${signedDecimal(f.points, ',')} оч.`,
    tricks: (f) => `Якщо старатися брати, такі руки дають у середньому ${about(f.tricks, tricks, 'взятки')}.`,
    card: (f) => {
      const name = capital(suitCard(f.colour[0].toUpperCase() + rangeOf(f.values)));
      if (f.takes === 1) return `${name}: бере цю взятку напевно.`;
      if (f.loses === 1) return `${name}: цієї взятки не візьме.`;
      if (f.open === 1) return `${name}: поки найстарша, але її можуть перебити.`;
      const ways: [number, string][] = [
        [f.takes, 'бере взятку напевно'],
        [f.open, 'можуть перебити'],
        [f.loses, 'не бере'],
      ];
      return `${name}: ${list(ways.filter(([share]) => share > 0).map(([share, way]) => `${way} — ${percent(share)}`))} ваших можливих рук.`;
    },
    need: (f) => {
      const { needed, safety, left } = f as { needed: number; safety: boolean; left: number };
      if (needed < 0 && !(safety && needed === -1))
        return `Ставку вже перебрано на ${tricksOf(-needed)}; кожна наступна забирає ще очки.`;
      if (needed > left)
        return `Ставка вже не зіграє: треба ще ${needed}, а ${form(left, ['лишилася', 'лишилися', 'лишилося'])} ${tricks(left)}.`;
      if (needed <= 0)
        return `Ставка вже зіграла: ${needed < 0 || !safety ? 'більше взяток не беріть' : 'ще одну взятку можна, дві — ні'}.`;
      if (needed === left)
        return left === 1 ? 'Вам потрібна остання взятка.' : `Вам потрібні всі ${tricks(left)}, що лишилися.`;
      return `Вам потрібно ще ${needed} з ${left} взяток${safety ? '; одна зайва не завадить' : ''}.`;
    },
  },
  reasons: {
    bets_first: 'Спершу всі роблять ставки.',
    too_few_beads: 'Стільки намистин у коробці вже немає.',
    bets_are_made: 'Усі ставки зроблено.',
    already_played: 'Цю карту вже зіграно.',
    must_follow: 'Колір взятки у вас є, тож його треба грати.',
  },
  events: {
    bid: (who, f) =>
      `${who} ставить на ${n(f.bid, 'взятку', 'взятки', 'взяток')}${f.safety ? ' із захисною намистиною' : ''}.`,
    bets_made: (who, f, names) => `Усі ставки зроблено: ${f.total} з 10. Починає ${names(f.leader)}.`,
    play: (who, f) =>
      `${who} ${{ lead: 'починає взятку', follow: 'грає в колір', trump: 'грає козир', throw: 'скидає' }[f.way as string]}${f.card ? `: ${suitCard(f.card)}` : f.way === 'throw' ? ' карту' : ''}.`,
    trick: (who, f) =>
      `${who} бере взятку${f.card ? ` (${suitCard(f.card)})` : ''}: ${f.tricks} з ${f.bid}${f.safety ? '+1' : ''}.`,
    bet_met: (who, f) =>
      `${who}: ставка ${f.bid}${f.safety ? '+1' : ''} зіграла, ${signed(f.points)}, разом ${points(f.score)}.`,
    bet_missed: (who, f) =>
      `${who}: ставка ${f.bid}, узято ${f.tricks}: ${signed(f.points)}, разом ${points(f.score)}.`,
    deal: (who, f, names) => `Роздача ${f.deal} з 4: першим ставить ${names(f.opener)}.`,
    end: (who, f, names) => `Партію зіграно: ${won(f.winners.map(names))}`,
  },
};

export default uk;
