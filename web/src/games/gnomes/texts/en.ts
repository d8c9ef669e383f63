import { cards, form, list, n, won } from '../../../i18n/en/basics';
import { capital } from '../../../i18n/writing';
import { sentences, texts, hintReasons } from '../../../i18n/texts';
import type { GnomesDecision } from '../../../protocol';
import { groupsOf, setMade } from '../sets';

const colourName: Record<string, string> = { R: 'ruby', H: 'heliodor', S: 'sapphire' };
const colours: Record<string, string> = { R: 'rubies', H: 'heliodors', S: 'sapphires' };
const shapes: Record<string, string> = {
  o: 'round',
  s: 'square',
  t: 'triangular',
  h: 'hexagonal',
  d: 'drop-shaped',
  m: 'marquise',
};
const cardNames: Record<string, string> = {
  C: 'cave',
  K: 'cave-in',
  FO: 'orange fog',
  FG: 'green fog',
  FP: 'purple fog',
  WR: 'red wind',
  WY: 'yellow wind',
  WB: 'blue wind',
  D: 'diamond',
};
const cardName = (card: string) => cardNames[card] ?? `${shapes[card[1]!]} ${colourName[card[0]!]}`;
const effects: Record<string, string> = {
  K: 'no gems',
  FO: 'no rubies and no heliodors',
  FG: 'no heliodors and no sapphires',
  FP: 'no rubies and no sapphires',
};
const scoreText = (score: number[]) =>
  score
    .map((count, place) => (count ? `${count} × ${6 - place}` : ''))
    .filter(Boolean)
    .join(', ') || 'no sets';
const gem = (before: number[], after: number[]) => {
  const size = setMade(before, after);
  return size > 1 ? `makes a set of ${size}` : size ? 'begins a new set' : 'adds nothing that counts now';
};
const they = (name: string | null) => name ?? 'you';
const fogColours: Record<string, string> = {
  FO: 'rubies and heliodors',
  FG: 'heliodors and sapphires',
  FP: 'rubies and sapphires',
};
const sizes = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
const ONE = ['', 'a single gem', 'a two', 'a three', 'a four', 'a five', 'a six'];
const MANY = ['', 'single gems', 'twos', 'threes', 'fours', 'fives', 'sixes'];
const SIZE = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
const PLACES = ['', '1st', '2nd', '3rd', '4th', '5th', '6th'];

/** "2 sixes and a four" */
const sets = (sizes: number[]) =>
  list(groupsOf(sizes).map(([size, count]) => (count === 1 ? ONE[size]! : `${count} ${MANY[size]}`)));

/** "1st", or "tied 1st" if several share the place. */
const place = (rank: number, sharers: number) => `${sharers > 1 ? 'tied ' : ''}${PLACES[rank]}`;

/** A sentence on the set that decided the match; `name` gives the name of a seat. */
function decision({ best, next, equal, against }: GnomesDecision, name: (seat: number) => string): string {
  const [size = 0, other = 0] = against;
  if (!next.length) return 'All have the same sets.';
  const versus = `${SIZE[size]} against ${SIZE[other]}`;
  if (!equal.length)
    return other ? `The largest set, ${versus}, decides.` : 'Nobody else has a gem that counts.';
  const seats = [...best, ...next].sort();
  const who = `${list(seats.map(name))} ${seats.length > 2 ? 'all' : 'both'} have ${sets(equal)}`;
  return other
    ? `${who}; the next set, ${versus}, decides.`
    : `${who}; one set more, ${sets([size])}, decides.`;
}

const en = {
  title: 'Speedy Gnomes',
  blurb: 'Caves, cave-ins, fogs and winds: who gathers the best gems?',
  minutes: '25 min',
  cardName,
  colours,
  shapes,
  scoreText,
  take: 'Take',
  play: 'Play',
  takeDeck: 'Take from the deck',
  takeNow: 'Take a card from the deck or an open one.',
  takeOpen: 'The deck is empty: take an open card or none.',
  playNow: 'Play one card.',
  dropNow: 'You can play nothing: discard one card.',
  targetNow: (card: string) => `Play ${cardName(card)} on whom?`,
  fogNow: (card: string) => `Which fog does the ${cardName(card)} drive off?`,
  deck: (count: number) => `Deck: ${cards(count)}`,
  discard: (count: number) => `Discard pile: ${cards(count)}`,
  openCard: (card: string, slot: number) => `Open card ${slot}: ${cardName(card)}`,
  emptySlot: 'empty',
  market: 'Deck and open cards',
  noCave: 'no cave',
  cave: 'has a cave',
  opponents: 'Opponents',
  mine: 'In front of you',
  curse: (card: string, name: string, cures: string[]) =>
    `${cardName(card)} from ${name}; lifted by ${list(cures.map(cardName), 'or')}`,
  lifts: 'lifts',
  hidden: 'in the fog',
  effect: (card: string, name: string, cures: string[]) =>
    `${cardName(card)} → ${name}: ${effects[card]} until ${list(cures.map(cardName), 'or')}.`,
  lay: (card: string) => `Lay: ${cardName(card)}`,
  drop: (card: string) => `Discard: ${cardName(card)}`,
  send: (name: string) => `Send to ${name}`,
  drive: (card: string) => `Drive off: ${cardName(card)}`,
  skip: 'Take none',
  pass: 'Pass',
  round: (number: number) => `round ${number}`,
  lastRounds: (left: number): string => (left > 1 ? 'two rounds left' : 'last round'),
  remedy: (cures: string[], has: boolean) =>
    `Lifted by: ${list(cures.map(cardName), 'or')}${has ? ' — you have it.' : '.'}`,
  hitYou: (name: string, card: string) => `${name} has sent you: ${cardName(card)}.`,
  set: (shares: string) => colours[shares] ?? shapes[shares] ?? 'diamonds',
  sets: 'Sets',
  knownCards: (names: string) => `seen being taken: ${names}`,
  fullOfCurses: 'no more curses',
  label: cardName,
  place,
  sizes: sets,
  decision,
  nothing: 'nothing yet',
  deckName: 'deck',
  discardName: 'discard pile',
  deckEmpty: 'deck is empty',
  turnsLeft: (rounds: number, turns: number): string =>
    `${rounds > 1 ? 'This round, then one more, the last' : 'Last round'}: ${n(turns, 'turn', 'turns')} to go, then it is scored.`,
  autoDraw: 'Speedy Gnomes: take from the deck automatically',
  options: texts({
    deck: 'Gems',
    quick_start: 'Quick start: a cave for everybody',
    last_round: 'When the deck is empty',
  }),
  choices: texts({
    three_shapes: 'three shapes',
    six_shapes: 'six shapes',
    finish: 'finish the round',
    full: 'finish the round and play one more',
  }),
  firstOptions: { quick_start: 'quick start' },
  hit: (who: string, amount: number) => `Hit most: ${who}, ${n(amount, 'curse', 'curses')}.`,
  explain: {
    gem: 'Gems of one colour, or of one shape, make a set of up to six. Large sets win.',
    lay: 'To lay it you need a cave, no cave-in, and no fog over its colour.',
    diamond: 'It stands for any gem and shines through every fog. Only a cave-in stops it.',
    cave: 'You need one before you can lay gems. With a cave before you, another one only lifts a cave-in; both are discarded.',
    caveIn:
      'A curse for another player: no gems can be laid until it is lifted. What lies there still counts at the end.',
    fog: (card: string) =>
      `A curse for another player. It hides ${fogColours[card]}: they cannot be laid, and if the fog stays to the end, they do not count. Diamonds shine through.`,
    wind: (fogs: string[]) =>
      `It drives off one fog before you: ${list(fogs.map(cardName), 'or')}. Both cards are discarded.`,
    liftsMine: (curses: string[]) => `It lifts what lies before you: ${list(curses.map(cardName))}.`,
    cannot: (why: string) => `Not now: ${why}`,
    curse: (name: string | null, card: string) =>
      card === 'K'
        ? `${capital(they(name))} cannot lay gems. What lies there still counts at the end.`
        : `Hides ${fogColours[card]}: ${they(name)} cannot lay them, and if the fog stays to the end, they do not count. Diamonds shine through.`,
    liftedBy: 'Lifted by',
    youHold: (card: string) => `you hold it: ${cardName(card)}`,
    from: (name: string) => `From ${name}.`,
    play: (card: string) => `Play: ${cardName(card)}`,
    set: (shares: string, size: number) => `${size} × ${shares}`,
    setText: (size: number) => `These gems have a colour or a shape in common: a set of ${sizes[size]}.`,
    setNext: (size: number) => `+1 → ${size}: one more such gem makes it a set of ${sizes[size]}.`,
    setFull: 'Six is the largest set.',
    compare: 'At the end the most sets of six win; if that is a tie, sets of five, and so on.',
    fogged: 'In the fog',
    foggedText: (count: number) =>
      `${form(count, ['This gem does', 'These gems do'])} not count unless a wind drives the fog off before the end.`,
    hasCave: 'Cave',
    hasCaveText: (name: string | null) =>
      `${capital(they(name))} ${name ? 'has' : 'have'} a cave: gems can be laid.`,
    noCave: 'No cave',
    noCaveText: (name: string | null) =>
      `${capital(they(name))} ${name ? 'needs' : 'need'} a cave before gems can be laid.`,
    deck: 'Deck',
    deckText: (count: number) =>
      `${capital(cards(count))} left. In your turn you take the top one, or one of the open cards.`,
    endsFinish: 'When the deck is empty, this round is the last.',
    endsFull: 'When the deck is empty, the round is finished and one more is played.',
    discard: 'Discard pile',
    discardText: (count: number) => `${capital(cards(count))} that are out of the game.`,
    known: 'Known cards',
    knownText: (name: string, names: string) => `Everyone saw ${name} take ${names}.`,
    step: 'Your turn',
    stepText: 'First take one card, then play one. Only if nothing can be played, discard one.',
    standing: (score: string) => `Sets now: ${score}.`,
    curses: (count: number, most: number) => `Curses: ${count}. At most ${most} may lie before one player.`,
  },
  goal: {
    goal: 'The best sets of gems when the deck is empty.',
    set: 'one colour or one shape, up to six gems',
    compare: 'Most sets of six win; if tied, most sets of five, then four, and so on.',
    cave: 'needed to lay gems',
    curse: 'curses: no gems, or two colours hidden',
    wind: 'drives off a fog; a cave lifts a cave-in',
  },
  puzzles: hintReasons({
    card: () => 'Which card now?',
    less: () => 'Another card does more.',
  }),
  hints: hintReasons({
    nothing: () => 'There is nothing else to do.',
    drop: (f) => `Nothing can be played, and you will miss the ${cardName(f.card)} least.`,
    take_deck: (f) =>
      f.open.length
        ? `An unknown card instead of ${list([...new Set(f.open as string[])].map(cardName), 'or')}.`
        : 'Only the deck has cards.',
    take_open: (f) => {
      const name = `The ${cardName(f.card)}`;
      if (f.score_after)
        return `${name} ${f.playable ? 'can be laid at once and' : 'cannot be laid yet; later it'} ${gem(f.score_before, f.score_after)}.`;
      if (f.card === 'C')
        return f.playable ? `${name} opens the way for gems.` : `${name} is kept against a cave-in.`;
      if (f.card[0] === 'W')
        return `${name} ${f.playable ? 'drives off a fog that lies before you' : 'is kept against a fog'}.`;
      return `${name} can slow down another player, and none of them gets it.`;
    },
    gem: (f) => `The ${cardName(f.card)} ${gem(f.score_before, f.score_after)}.`,
    cave: (f) =>
      f.clears
        ? 'The cave clears the cave-in, and gems can be laid again.'
        : 'With a cave, gems can be laid.',
    wind: (f) =>
      `Without the ${cardName(f.fog)} ${f.gems ? `${f.gems} ${f.gems === 1 ? 'gem counts' : 'gems count'} again` : 'its gems can be laid again'}.`,
    curse: (f, names) => {
      const who = names(f.target) + (f.leads ? ', who has the best sets' : '');
      if (f.card === 'K')
        return `The cave-in keeps ${who}${f.leads ? ',' : ''} from laying gems until a cave clears it.`;
      return f.gems
        ? `The ${cardName(f.card)} hides ${f.gems} ${f.gems === 1 ? 'gem' : 'gems'} of ${who}.`
        : `The ${cardName(f.card)} hides nothing yet of ${who}, but stops gems of two colours.`;
    },
  }),
  reasons: texts({
    take_first: 'Take a card first.',
    hand_not_empty: 'You pass only with an empty hand.',
    no_card_chosen: 'Choose the card first, then its target.',
    already_taken: 'You have taken a card; now play one.',
    deck_not_empty: 'As long as there is a deck, you must take a card.',
    deck_empty: 'The deck is empty.',
    slot_empty: 'There is no card there.',
    hand_empty: 'Your hand is empty.',
    not_in_hand: 'This card is not in your hand.',
    can_play: 'You may discard only if you can play nothing.',
    has_cave: 'You have a cave; lay another only to lift a cave-in.',
    cave_in: 'A cave-in stops all gems until a cave lifts it.',
    no_cave: 'Gems need a cave, and you have none.',
    hidden_by_fog: 'A fog hides gems of this colour until a wind drives it off.',
    no_target: 'Nobody can get another curse now.',
    name_a_target: 'Choose whom to curse.',
    no_such_seat: 'There is no such seat.',
    own_seat: 'You can only curse other players.',
    too_many_curses: 'This player cannot get another curse.',
    no_fog_for_wind: 'You have no fog that this wind drives off.',
    name_a_fog: 'Choose which fog the wind drives off.',
    wrong_wind: 'This wind does not drive off that fog.',
    no_such_fog: 'You do not have this fog.',
  }),
  events: sentences({
    take_deck: (who, f) => `${who} takes a card from the deck${f.card ? `: ${cardName(f.card)}` : ''}.`,
    take_open: (who, f) => `${who} takes an open card: ${cardName(f.card)}.`,
    skip: (who) => `${who} takes no card.`,
    pass: (who) => `${who} has no card and passes.`,
    drop: (who, f) => `${who} can play nothing and discards: ${cardName(f.card)}.`,
    cave: (who) => `${who} lays a cave.`,
    clear: (who, f) => `${who} clears the cave-in with a cave${f.has_cave ? '' : ' and has none left'}.`,
    gem: (who, f) => `${who} lays: ${cardName(f.card)}.`,
    pending: (who, f) => `${who} brings out: ${cardName(f.card)}.`,
    curse: (who, f, names) => `${who}: ${cardName(f.card)} → ${names(f.target)}: ${effects[f.card]}.`,
    wind: (who, f) => `${who} drives off the ${cardName(f.fog)} with a ${cardName(f.card)}.`,
    deck_empty: (who, f) =>
      `The deck is empty: ${f.rounds_left > 1 ? 'this round and one more' : 'this is the last round'}.`,
    last_round: () => 'The last round begins.',
    end: (who, f, names) =>
      `The match is over: ${won(f.winners.map(names))} ${scoreText(f.scores[f.winners[0]])}. ${decision(f.decision, names)}`,
  }),
};

export type Texts = typeof en;
export default en;
