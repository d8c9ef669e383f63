import { capital, type Basics } from './hints';
import { counted, form, signed } from './plurals';

/** What explanations and the goal cards say. */
export function explanations(words: Basics) {
  const { gem, gnomeCard, line, cards, points, tricks, list } = words;
  const n = (count: number, ...forms: [string, string]) => counted('en', count, forms);
  const they = (name: string | null) => name ?? 'you';
  const fogColours: Record<string, string> = {
    FO: 'rubies and heliodors',
    FG: 'heliodors and sapphires',
    FP: 'rubies and sapphires',
  };
  const sizes = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
  return {
    label: 'Explanation',
    clock: {
      title: 'Clock',
      text: (name: string) => `The time that ${name} has left.`,
      cover: 'When it is up, a bot plays on.',
      wait: 'When it is up, the table waits.',
    },
    inHand: {
      title: 'Cards in hand',
      text: (name: string | null, count: number) =>
        name
          ? `${name} holds ${cards(count)}. Only ${name} sees them.`
          : `You hold ${cards(count)}. Only you see them.`,
    },
    shifting: {
      kinds: 'One of eight kinds of gems, twelve cards each.',
      threeOnBoard: 'Three of each kind lie on the board, and they never leave it.',
      hold: (count: number) => (count ? `You hold ${count} of it.` : 'You hold none of it.'),
      pays: (kind: string) =>
        `It pays for a shift from an end where ${gem[kind]} lies, or as one of any three cards if you do not hold the right one.`,
      pearl:
        'It stands for any gem, but for only one kind in a turn. No card matches it: a shift from the end where it lies costs any three cards.',
      slide: (name: string, kind: string) =>
        `${capital(line(name))} slides towards this arrow; the ${gem[kind]} at this end comes in at the other end.`,
      one: (kind: string, held: number) =>
        `It costs one ${gem[kind]}. The small number says how many of it you hold: ${held}.`,
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
    nizam: {
      run: (length: number, kind: string, name: string) => `${length} × ${gem[kind]} in ${line(name)}.`,
      scores: (score: number) => `It scores ${points(score)} if the turn ends now.`,
      old: 'It lay there before. It scores only if your shifts change how many equal cards it has.',
      emptied: 'Emptied decks',
      emptiedText: (count: number, end: number) =>
        `The deck has been emptied ${count} of ${n(end, 'time', 'times')}. The turn in which it gets there is the last one.`,
      turn: 'This turn',
      turnText: (score: number) => `The turn scores ${points(score)} if it ends now.`,
      turnHow: 'A combination of 3 scores 3, of 4 scores 5, of 5 scores 7; each further one adds 1.',
      score: 'Points',
      scoreText: (name: string | null, score: number) =>
        `${capital(they(name))} ${name ? 'has' : 'have'} ${points(score)}. The most points win.`,
    },
    pearl: {
      task: (kind: string) => `Task: ${gem[kind]}`,
      open: 'Three or four of this gem side by side, in a row or a column, fulfil it at the end of your shifts. The pearl may be one of them.',
      done: 'It is fulfilled, and another task lies on it: it blocks nobody.',
      top: (name: string | null) =>
        `It was fulfilled last and lies on top. While it does, ${name ? `nobody but ${name}` : 'nobody else'} can fulfil this gem.`,
      blocked: (name: string) =>
        `This gem lies on top of the pile of ${name}. It cannot be fulfilled until ${name} covers it with another task.`,
      met: 'The plan would fulfil it.',
      order: 'Of several tasks in one turn the last one lies on top and blocks the others.',
      stall: 'Turns without a task',
      stallText: (count: number, limit: number) =>
        `Turns in a row without a task: ${count}. At ${limit} the match ends, and the most tasks win.`,
      toWin: 'Tasks to win',
      toWinText: (left: number) => `The leader needs ${left} more. All eight tasks win at once.`,
      score: 'Tasks fulfilled',
      scoreText: (name: string | null, score: number) =>
        `${capital(they(name))} ${name ? 'has' : 'have'} fulfilled ${score} of 8 tasks.`,
    },
    gnomes: {
      gem: 'Gems of one colour, or of one shape, make a set of up to six. Large sets win.',
      lay: 'To lay it you need a cave, no cave-in, and no fog over its colour.',
      diamond: 'It stands for any gem and shines through every fog. Only a cave-in stops it.',
      cave: 'You need one before you can lay gems. With a cave before you, another one only lifts a cave-in; both are discarded.',
      caveIn:
        'A curse for another player: no gems can be laid until it is lifted. What lies there still counts at the end.',
      fog: (card: string) =>
        `A curse for another player. It hides ${fogColours[card]}: they cannot be laid, and if the fog stays to the end, they do not count. Diamonds shine through.`,
      wind: (fogs: string[]) =>
        `It drives off one fog before you: ${list(fogs.map(gnomeCard), 'or')}. Both cards are discarded.`,
      liftsMine: (curses: string[]) => `It lifts what lies before you: ${list(curses.map(gnomeCard))}.`,
      cannot: (why: string) => `Not now: ${why}`,
      curse: (name: string | null, card: string) =>
        card === 'K'
          ? `${capital(they(name))} cannot lay gems. What lies there still counts at the end.`
          : `Hides ${fogColours[card]}: ${they(name)} cannot lay them, and if the fog stays to the end, they do not count. Diamonds shine through.`,
      liftedBy: 'Lifted by',
      youHold: (card: string) => `you hold it: ${gnomeCard(card)}`,
      from: (name: string) => `From ${name}.`,
      play: (card: string) => `Play: ${gnomeCard(card)}`,
      set: (shares: string, size: number) => `${size} × ${shares}`,
      setText: (size: number) => `These gems have a colour or a shape in common: a set of ${sizes[size]}.`,
      setNext: (size: number) => `+1 → ${size}: one more such gem makes it a set of ${sizes[size]}.`,
      setFull: 'Six is the largest set.',
      compare: 'At the end the most sets of six win; if that is equal, sets of five, and so on.',
      fogged: 'In the fog',
      foggedText: (count: number) =>
        `${form('en', count, ['This gem does', 'These gems do'])} not count unless a wind drives the fog off before the end.`,
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
    luz: {
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
      safe: (low: number, high: number) => `With the safety bead ${low} or ${high} tricks are right.`,
      beads:
        'Filled beads are tricks taken, dashed ones are still to come, red ones are too many; the lifebuoy is the safety bead.',
      pays: (exact: number, miss: number) =>
        `In this deal a bet that is met brings ${signed(exact)}; each trick too many or too few costs ${-miss}.`,
      safety: 'Safety bead',
      safetyText: 'With it the bet is also met by one trick more.',
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
      sumText: (total: number) => `All bets so far, with yours, are ${total}; there are ten tricks.`,
      sumOver: 'The bets add up to more than ten: somebody will miss.',
      sumUnder: 'Nobody wants some of the tricks: somebody may have to take too many.',
      sumEven: 'Every trick is wanted once.',
    },
    goal: {
      title: 'Goal',
      open: 'Goal and scoring',
      hide: 'Hide; ? shows it again',
      allRules: 'All rules',
      nizam: {
        goal: (times: number) =>
          `Most points when the deck has been emptied ${times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`}.`,
        alone: 'As many points as you can until the deck has been emptied once.',
        soFar: (count: number) => `So far: ${count}.`,
        further: 'each further combination of the turn',
        three: 'no such gem: pay with any three cards',
        number: 'how many of it you hold',
        old: 'A combination that lay there before does not score, unless your shifts change its length.',
      },
      pearl: {
        goal: 'Be the first to fulfil all 8 tasks.',
        three: 'three in a row or a column fulfil the task',
        pearl: 'stands for any gem, one kind a turn',
        top: 'the task fulfilled last blocks it for the others',
        order: 'Of several tasks in a turn you choose the order: the last one lies on top.',
        pay: 'no such gem: pay with any three cards',
        number: 'how many of it you hold',
      },
      gnomes: {
        goal: 'The best sets of gems when the deck is empty.',
        set: 'one colour or one shape, up to six gems',
        compare: 'Most sets of six win; if equal, most sets of five, then four, and so on.',
        cave: 'needed to lay gems',
        curse: 'curses: no gems, or two colours hidden',
        wind: 'drives off a fog; a cave lifts a cave-in',
      },
      luz: {
        goal: 'Bet how many of the ten tricks you will take, and take exactly that many.',
        deal: (deal: number) => `Deal ${deal} pays`,
        met: 'bet met',
        safe: 'with safety bead: the bet or one more',
        miss: 'each trick too many or too few',
        trump: 'yellow beats every other colour',
        follow: 'Play the led colour if you have it; the highest card takes the trick.',
      },
    },
  };
}

export type Explanations = ReturnType<typeof explanations>;
