import { cards, form, list, n, points, won } from '../../../i18n/uk/basics';
import { gem, gems, leaves, line, paid, shift, shifts } from '../../shifting/texts/uk';
import type { Texts } from './en';

const made = (runs: { line: string; kind: string; length: number }[]) =>
  list(runs.map((run) => `${run.length} × ${gem[run.kind]} (${line(run.line)})`));

const uk: Texts = {
  title: 'Нізам',
  blurb: 'Зсувайте ряди й стовпці, складайте комбінації самоцвітів.',
  minutes: '30–45 хв',
  options: {
    solo_hand_limit: 'Наодинці: скільки карт можна мати в руці',
  },
  gain: (who, amount) => `Найкращий хід: ${who}, ${points(amount)}.`,
  explain: {
    run: (length, kind, name) => `${length} × ${gem[kind]}, ${line(name)}.`,
    scores: (score) => `Якщо завершити хід зараз, комбінація дасть ${points(score)}.`,
    old: 'Ця комбінація лежала тут раніше. Вона принесе очки, лише якщо ваші зсуви змінять її довжину.',
    emptied: 'Колода скінчилася',
    emptiedText: (count, end) =>
      `Колода скінчилася ${n(count, 'раз', 'рази', 'разів')}. Останній хід — той, у який це станеться ${['', 'вперше', 'вдруге', 'втретє', 'вчетверте', 'вп’яте'][end]}.`,
    turn: 'За цей хід',
    turnText: (score) => `Якщо завершити хід зараз, він дасть ${points(score)}.`,
    turnHow: 'Комбінація з 3 карт дає 3, із 4 — 5, із 5 — 7; кожна наступна додає ще 1.',
    score: 'Очки',
    scoreText: (name, score) => `${name ?? 'У вас'}: ${points(score)}. Перемагає той, у кого їх найбільше.`,
  },
  goal: {
    goal: (times) => `Найбільше очок, коли колода скінчиться ${n(times, 'раз', 'рази', 'разів')}.`,
    alone: 'Якнайбільше очок, доки колода не скінчиться вперше.',
    soFar: (count) => `Поки що: ${count}.`,
    further: 'кожна наступна комбінація за хід',
    three: 'такого каменя немає: три будь-які карти',
    number: 'скільки таких у вашій руці',
    old: 'Комбінація, що лежала раніше, очок не дає, якщо ваші зсуви не змінили її довжини.',
  },
  puzzles: {
    points: (f) => `Знайдіть хід на ${points(f.points)}.`,
    less: (f) => `${points(f.points)}. Можна більше.`,
  },
  hints: {
    ...leaves(points, 'очка'),
    pass: () => 'Ні взяти, ні зсунути не можна.',
    done: (f) =>
      f.points ? `Поле вже дає очки: ${made(f.combinations)}, ${points(f.points)}.` : 'Нічого не додається.',
    points: (f) => `${shifts(f.shifts)}: ${made(f.combinations)}, ${points(f.points)} ${paid(f.paid)}.`,
    no_points: (f) => `${shifts(f.shifts)}: без очок, ${paid(f.paid)}.`,
    draw_first: () => 'Жоден зсув, на який вистачає карт, зараз не дає очок: беріть карти.',
    draw: (f) => `Тепер карти, зсуви потім: найкращі дали б зараз ${points(f.points)} ${paid(f.paid)}.`,
  },
  events: {
    shift: (who, f) => `${who}: ${shift(f.shift)}, плата: ${gems(f.paid)}.`,
    draw: (who, f) => `${who} бере карти: ${f.cards ? gems(f.cards) : f.count}.`,
    pass: (who) => `${who} не може ні взяти, ні зсунути й пропускає хід.`,
    combination: (who, f) => `${f.length} × ${gem[f.kind]}, ${line(f.line)}: ${points(f.points)}.`,
    points: (who, f) =>
      `${who} отримує ${points(f.points)}${f.bonus ? `, з них +${f.bonus} за ${f.bonus > 1 ? 'інші комбінації' : 'другу комбінацію'}` : ''}.`,
    no_points: (who) => `${who} завершує хід без очок.`,
    fill: (who, f) =>
      `З поля ${form(f.cells.length, ['іде', 'ідуть', 'іде'])} ${cards(f.cells.length)}, лягають нові.`,
    run_out: (who, f) => `Колода скінчилася${f.times > 1 ? `, це вже ${f.times}-й раз` : ''}.`,
    reshuffle: (who, f) => `Колоду скидання перетасовано: ${cards(f.count)}.`,
    end: (who, f, names) =>
      `Партію зіграно: ${f.scores.length > 1 ? won(f.winners.map(names)) : `${points(f.scores[0])}.`}`,
  },
};

export default uk;
