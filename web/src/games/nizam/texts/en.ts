import { cards, form, list, n, points, won } from '../../../i18n/en/basics';
import { capital } from '../../../i18n/writing';
import { sentences, texts, hintReasons } from '../../../i18n/texts';
import { gem, gems, leaves, line, paid, shift, shifts } from '../../shifting/texts/en';

const made = (runs: { line: string; kind: string; length: number }[]) =>
  list(runs.map((run) => `${run.length} × ${gem[run.kind]} in ${line(run.line)}`));
const they = (name: string | null) => name ?? 'you';

const en = {
  title: 'Nizam',
  blurb: 'Slide lines of gems and make combinations.',
  minutes: '30–45 min',
  options: texts({
    solo_hand_limit: 'Solo: hand limit',
  }),
  gain: (who: string, amount: number) => `The best turn: ${who}, ${points(amount)}.`,
  explain: {
    run: (length: number, kind: string, name: string) => `${length} × ${gem[kind]} in ${line(name)}.`,
    scores: (score: number) => `It scores ${points(score)} if the turn ends now.`,
    old: 'It lay there before. It scores only if your shifts change its length.',
    emptied: 'Emptied decks',
    emptiedText: (count: number, end: number) =>
      `The deck has been emptied ${count} of ${n(end, 'time', 'times')}. The turn that reaches this number is the last one.`,
    turn: 'This turn',
    turnText: (score: number) => `The turn scores ${points(score)} if it ends now.`,
    turnHow: 'A combination of 3 scores 3, of 4 scores 5, of 5 scores 7; each further one adds 1.',
    score: 'Points',
    scoreText: (name: string | null, score: number) =>
      `${capital(they(name))} ${name ? 'has' : 'have'} ${points(score)}. The most points win.`,
  },
  goal: {
    goal: (times: number) =>
      `Most points when the deck has been emptied ${times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`}.`,
    alone: 'As many points as you can until the deck has been emptied once.',
    soFar: (count: number) => `So far: ${count}.`,
    further: 'each further combination of the turn',
    three: 'no such gem: pay with any three cards',
    number: 'how many you hold',
    old: 'A combination that lay there before does not score, unless your shifts change its length.',
  },
  puzzles: hintReasons({
    points: (f) => `Find the turn worth ${points(f.points)}.`,
    less: (f) => `${points(f.points)}. There is more.`,
  }),
  hints: hintReasons({
    ...leaves('point', 'points'),
    pass: () => 'Neither a draw nor a shift is possible.',
    done: (f) =>
      f.points
        ? `The board scores as it lies: ${made(f.combinations)}, ${points(f.points)}.`
        : 'Nothing is gained.',
    points: (f) => `${shifts(f.shifts)}: ${made(f.combinations)}, ${points(f.points)} ${paid(f.paid)}.`,
    no_points: (f) => `${shifts(f.shifts)}: no points, ${paid(f.paid)}.`,
    draw_first: () => 'No shifts that you can pay for score now: draw.',
    draw: (f) => `Cards now, shifts later: the best would bring ${points(f.points)} now, ${paid(f.paid)}.`,
  }),
  events: sentences({
    shift: (who, f) => `${who} slides ${shift(f.shift)} and pays ${gems(f.paid)}.`,
    draw: (who, f) => `${who} draws ${cards(f.count)}${f.cards ? `: ${gems(f.cards)}` : ''}.`,
    pass: (who) => `${who} can neither draw nor shift and passes.`,
    combination: (who, f) => `${f.length} × ${gem[f.kind]} in ${line(f.line)}: ${points(f.points)}.`,
    points: (who, f) =>
      `${who} scores ${points(f.points)}${f.bonus ? `, incl. +${f.bonus} for ${f.bonus > 1 ? 'further combinations' : 'a second combination'}` : ''}.`,
    no_points: (who) => `${who} ends the turn; nothing new scores.`,
    fill: (who, f) =>
      `${cards(f.cells.length)} ${form(f.cells.length, ['leaves', 'leave'])} the board, new ones come.`,
    run_out: (who, f) => `The deck has run out${f.times > 1 ? `, ${f.times} times by now` : ''}.`,
    reshuffle: (who, f) => `The discard pile is shuffled: ${cards(f.count)}.`,
    end: (who, f, names) =>
      `The match is over: ${f.scores.length > 1 ? won(f.winners.map(names)) : `${points(f.scores[0])}.`}`,
  }),
};

export type Texts = typeof en;
export default en;
