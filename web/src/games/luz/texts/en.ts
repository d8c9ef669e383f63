import { list, n, points, won } from '../../../i18n/en/basics';
import { signed } from '../../../i18n/plurals';
import { capital, decimal, percent, rangeOf, signedDecimal } from '../../../i18n/writing';
import { sentences, texts, hintReasons } from '../../../i18n/texts';

const suit: Record<string, string> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue', P: 'purple' };
const suitCard = (card: string) => `${suit[card[0]!]} ${card.slice(1)}`;
const tricks = (count: number) => n(count, 'trick', 'tricks');
/** Where a card stands among those of its colour in a hand, which lie from low to high. */
const among = (lower: number, higher: number) => {
  if (!lower && !higher) return 'it is your only card of this colour';
  if (lower && higher)
    return `${lower} of your cards of this colour ${lower === 1 ? 'is' : 'are'} lower, ${higher} higher`;
  return `it is the ${lower ? 'highest' : 'lowest'} of your ${lower + higher + 1} cards of this colour`;
};
const they = (name: string | null) => name ?? 'you';

const en = {
  title: 'Luz',
  blurb: 'Everyone sees your cards but you. How many tricks will you take?',
  minutes: '30 min',
  tricks,
  suit,
  suitCard,
  deal: (deal: number) => `deal\u00a0${deal}/4`,
  trick: (trick: number) => `trick\u00a0${trick}/10`,
  others: 'Other players’ hands, open to you',
  handOf: (name: string) => `Cards of ${name}`,
  myHand: 'Your hand, backs only',
  betNow: 'Your bet.',
  betOrder: (place: number, count: number) =>
    place === count ? 'You bet last.' : `You bet ${['', 'first', 'second', 'third', 'fourth'][place] ?? ''}.`,
  howMany: 'How many of the ten tricks?',
  less: 'One less',
  more: 'One more',
  safety: 'Safety bead',
  safetyHint: (bid: number) =>
    bid < 10 ? `${bid} or ${bid + 1} tricks count as met` : '10 tricks count as met',
  met: (low: number, high: number) => (low === high ? tricks(low) : `${low} or ${high} tricks`),
  off: 'one off',
  eachFurther: 'each further',
  sumOfBets: (bets: number[], mine: number) => {
    const total = bets.reduce((sum, bet) => sum + bet, mine);
    return `Bets so far ${bets.length ? `${bets.join(' + ')} = ${total - mine}` : 0}, with yours ${total} of 10`;
  },
  tableIs: (difference: number) =>
    difference === 0
      ? 'exactly ten'
      : difference > 0
        ? `${tricks(difference)} too many`
        : `${tricks(-difference)} unclaimed`,
  bet: (bid: number, safety: boolean) => (safety ? `Bet ${bid} with safety` : `Bet ${bid}`),
  betSoFar: (bid: number, safety: boolean) => `bet ${bid}${safety ? '+1' : ''}`,
  noBet: 'no bet yet',
  wonOf: (won: number, bid: number, safety: boolean) =>
    `${tricks(won)} of ${bid} bet${safety ? ', with safety bead' : ''}`,
  lead: 'Lead any card.',
  follow: (colour: string) => `${capital(suit[colour]!)} was led: play ${suit[colour]}.`,
  free: (colour: string) => `${capital(suit[colour]!)} was led, and you have none: play any card.`,
  led: 'led',
  trump: 'trump',
  sun: 'Sun',
  yourCard: 'your card',
  winsSoFar: (name: string, card: string) => `${name} wins so far with ${suitCard(card)}.`,
  takes: (name: string, card: string) => `${name} takes the trick with ${suitCard(card)}.`,
  chosen: (colour: string, range: string) =>
    `${capital(suit[colour]!)} ${range || 'card'} is chosen: tap it again or press Play.`,
  playCard: (colour: string) => `Play this ${suit[colour]} card`,
  currentTrick: 'Current trick',
  lastTrick: 'Last trick',
  playedCards: 'Played in this deal',
  score: 'Score',
  dealHead: 'Deal',
  total: 'Total',
  payoff: (exact: number, safe: number, miss: number) =>
    `met ${signed(exact)} · with safety ${signed(safe)} · missed ${signed(miss)} a trick`,
  aidLabel: 'Deduction aid',
  aids: { off: 'off', ranges: 'ranges', full: 'full' },
  mine: (colour: string, place: number, count: number) =>
    count === 1 ? `${suit[colour]}, only card` : `${suit[colour]}, card ${place} of ${count}, low to high`,
  canBe: (values: string) => `can be ${values}`,
  noted: (values: string) => `noted: ${values}`,
  noteTitle: 'My guesses',
  noteWhat: 'What do you think it is?',
  notNow: 'not now',
  queued: 'will be played on your turn',
  empathy: (name: string) => `Hold to see this hand as ${name} does`,
  dealOver: (deal: number) => `Deal ${deal} is over`,
  handsWere: 'The hands were',
  known: {
    title: 'What you could have known',
    tricks: (tricks: number) =>
      `From what you saw when you bet, you could expect ${decimal(tricks, '.')} tricks.`,
    ranges: 'Your cards could be',
    bet: 'Bet',
    met: 'Met in',
    points: 'On average',
    yours: 'yours',
    best: 'best',
    wasBest: 'No other bet promised more.',
    share: (share: number) => `${percent(share)} of hands`,
    mean: (points: number) => signedDecimal(points, '.'),
  },
  next: 'Continue',
  first: 'first player',
  highSide: 'high side',
  pts: (score: number) => `${signed(score).replace('+', '')} pts`,
  trumps: 'yellow is trump',
  took: 'trick',
  settings: {
    aid: {
      title: 'Deduction aid',
      choices: texts({ off: 'off', ranges: 'ranges', full: 'all possible values' }),
    },
    taken_tricks: {
      title: 'Taken tricks',
      choices: texts({ closed: 'closed', last: 'last one', open: 'all open' }),
      what: texts({
        closed:
          'As in the rules: once the next trick is led, nobody can look at a taken trick until the deal is over.',
        last: 'The last trick can be looked at until the next one is taken.',
        open: 'All cards played in the deal can be looked at.',
      }),
    },
  },
  queueing: 'Luz: choose a card before my turn',
  options: texts({
    bead_supply: 'Beads for bets',
  }),
  choices: texts({
    unlimited: 'as many as you like',
    box: 'the 15 in the box',
  }),
  gain: (who: string, amount: number) => `The best deal: ${who}, ${signed(amount)}.`,
  explain: {
    values: (highest: number) => `In every colour the values go from 1 to ${highest}.`,
    yellow: 'Yellow is trump: the highest yellow card takes the trick.',
    plain: 'It takes a trick only if its colour was led, no higher card of it lies there, and no yellow.',
    unseen: (name: string) => `${name} does not see its value; you do.`,
    mine: 'You see only its colour; the others see its value.',
    place: (place: number, count: number) =>
      count > 1
        ? `Card ${place} of ${count} of this colour, from low to high.`
        : 'The only card of this colour.',
    canBe: (values: string) => `From what you see it can be ${values}.`,
    noted: (values: string) => `Your guess: ${values}.`,
    high: 'High side',
    highText: 'The highest of your cards of this colour.',
    led: 'Led colour',
    ledText: (colour: string) =>
      `${capital(colour)} was led. If you have it, you must play it; if you have none, you may play any card.`,
    trump: 'Trump',
    trumpText:
      'If yellow is played, the highest yellow card takes the trick; otherwise the highest of the led colour.',
    bet: (name: string | null) => (name ? `Bet of ${name}` : 'Your bet'),
    noBet: 'Not made yet.',
    betText: (bid: number, won: number) => `Bet on ${tricks(bid)}, ${won} taken so far.`,
    safe: (low: number, high: number) => `With the safety bead, ${low} or ${high} tricks meet the bet.`,
    beads:
      'Filled beads are tricks taken, dashed ones are still to come, red ones are too many; the lifebuoy is the safety bead.',
    pays: (exact: number, miss: number) =>
      `In this deal a bet that is met brings ${signed(exact)}; each trick too many or too few costs ${-miss}.`,
    safety: 'Safety bead',
    safetyText: 'With it, one trick more also meets the bet.',
    safetyPays: (safe: number, exact: number, miss: number) =>
      `It brings ${signed(safe)} instead of ${signed(exact)}. A missed bet costs ${-miss} a trick as before.`,
    score: 'Points',
    scoreText: (name: string | null, score: string) =>
      `${capital(they(name))}: ${score} from the finished deals. After four deals the most points win.`,
    marker: 'First player',
    markerText: (name: string | null, deal: number) =>
      deal < 4
        ? `${capital(they(name))} ${name ? 'bets' : 'bet'} first and ${name ? 'leads' : 'lead'} the first trick of this deal.`
        : 'In deal 4 the player ahead on points bets first and leads the first trick.',
    aid: 'Deduction aid',
    aidText:
      'Under your cards are the values they can still have, given the cards you see. Press to change how much is shown.',
    notes: 'My guesses',
    notesText: 'What you think your cards are. Only you see it.',
    payoff: 'What this deal pays',
    payoffText: (exact: number, safe: number, miss: number) =>
      `A bet that is met: ${signed(exact)}, with the safety bead ${signed(safe)}. Each trick too many or too few: ${signed(miss)}.`,
    sum: 'Sum of the bets',
    sumText: (total: number) => `All bets so far, with yours, add up to ${total}; there are ten tricks.`,
    sumOver: 'The bets add up to more than ten: somebody will miss.',
    sumUnder: 'The bets add up to fewer than ten: somebody may have to take too many.',
    sumEven: 'The bets add up to ten: everyone can be right.',
  },
  goal: {
    goal: 'Bet how many of the ten tricks you will take, and take exactly that many.',
    deal: (deal: number) => `Deal ${deal} pays`,
    met: 'bet met',
    safe: 'with safety bead: the bet or one more',
    miss: 'each trick too many or too few',
    trump: 'yellow beats every other colour',
    follow: 'Play the led colour if you have it; the highest card takes the trick.',
  },
  puzzles: hintReasons({
    values: () => 'What can the marked card be?',
    bet: () => 'Which card keeps your bet?',
    not: (f) => `It cannot be ${f.value}.`,
    more: () => 'It can be more than that.',
    can: (f) =>
      `It can be ${list(f.values, 'or')}. Nobody shows ${list(f.unseen)}; ${among(f.lower, f.higher)}.`,
    less: () => 'Another card does more for your bet.',
  }),
  hints: hintReasons({
    bet: (f) =>
      `${capital(tricks(f.bid))}${f.safety ? ' with the safety bead' : ''}: met in ${percent(f.met)} of the hands that you can have, ${signedDecimal(f.points, '.')} points on average.`,
    tricks: (f) => `Played to win, such hands take ${decimal(f.tricks, '.')} tricks on average.`,
    card: (f) => {
      const name = capital(suitCard(f.colour[0].toUpperCase() + rangeOf(f.values)));
      if (f.takes === 1) return `${name} takes this trick for certain.`;
      if (f.loses === 1) return `${name} cannot take this trick.`;
      if (f.open === 1) return `${name} is the highest for now, but can be beaten.`;
      const ways: [number, string][] = [
        [f.takes, 'takes this trick for certain'],
        [f.open, 'can be beaten'],
        [f.loses, 'cannot take it'],
      ];
      return `${name}: ${list(ways.filter(([share]) => share > 0).map(([share, way]) => `${way} in ${percent(share)} of your hands`))}.`;
    },
    need: (f) => {
      const { needed, safety, left } = f as { needed: number; safety: boolean; left: number };
      if (needed < 0 && !(safety && needed === -1))
        return `Your bet is already missed by ${tricks(-needed)}; each further one costs more.`;
      if (needed > left)
        return `Your bet is out of reach: you need ${needed} more, and only ${tricks(left)} ${left === 1 ? 'is' : 'are'} left.`;
      if (needed <= 0)
        return `Your bet is met: ${needed < 0 || !safety ? 'avoid further tricks' : 'you can afford one more trick, not two'}.`;
      if (needed === left) return `You need ${left === 1 ? 'the last trick' : `all ${left} tricks left`}.`;
      return `You need ${needed} more of the ${tricks(left)} left${safety ? '; one extra does no harm' : ''}.`;
    },
  }),
  reasons: texts({
    bets_first: 'All players bet first.',
    too_few_beads: 'There are not that many beads left in the box.',
    bets_are_made: 'All bets are made.',
    already_played: 'This card has been played.',
    must_follow: 'You have the colour that was led, so you must play it.',
  }),
  events: sentences({
    bid: (who, f) => `${who} bets on ${tricks(f.bid)}${f.safety ? ' with the safety bead' : ''}.`,
    bets_made: (who, f, names) => `All bets are made: ${f.total} of 10. ${names(f.leader)} leads.`,
    play: (who, f) =>
      f.card
        ? `${who} ${{ lead: 'leads', follow: 'follows with', trump: 'plays a trump:', throw: 'discards' }[f.way as string]} ${suitCard(f.card)}.`
        : `${who} ${{ lead: 'leads', follow: 'follows', trump: 'plays a trump', throw: 'discards' }[f.way as string]}.`,
    trick: (who, f) =>
      `${who} takes the trick${f.card ? ` with ${suitCard(f.card)}` : ''}: ${f.tricks} of ${f.bid}${f.safety ? '+1' : ''}.`,
    bet_met: (who, f) =>
      `${who} has met the bet of ${f.bid}${f.safety ? '+1' : ''}: ${signed(f.points)}, now ${points(f.score)}.`,
    bet_missed: (who, f) =>
      `${who} bet ${f.bid} and took ${f.tricks}: ${signed(f.points)}, now ${points(f.score)}.`,
    deal: (who, f, names) => `Deal ${f.deal} of 4: ${names(f.opener)} bets first.`,
    end: (who, f, names) => `The match is over: ${won(f.winners.map(names))}`,
  }),
};

export type Texts = typeof en;
export default en;
