import { cards, form, list, n, points, won } from '../../../i18n/ru/basics';
import { gem, gems, leaves, line, paid, shift, shifts } from '../../shifting/texts/ru';
import type { Texts } from './en';

const made = (runs: { line: string; kind: string; length: number }[]) =>
  list(runs.map((run) => `${run.length} × ${gem[run.kind]} (${line(run.line)})`));

const ru: Texts = {
  title: 'Низам',
  blurb: 'Сдвигайте ряды и столбцы, складывайте комбинации самоцветов.',
  minutes: '30–45 мин',
  options: {
    solo_hand_limit: 'В одиночку: сколько карт можно держать в руке',
  },
  gain: (who, amount) => `Лучший ход: ${who}, ${points(amount)}.`,
  explain: {
    run: (length, kind, name) => `${length} × ${gem[kind]}, ${line(name)}.`,
    scores: (score) => `Если завершить ход сейчас, комбинация даст ${points(score)}.`,
    old: 'Эта комбинация лежала здесь раньше. Она принесёт очки, только если ваши сдвиги изменят её длину.',
    emptied: 'Колода кончилась',
    emptiedText: (count, end) =>
      `Колода кончилась ${n(count, 'раз', 'раза', 'раз')}. Последний ход — тот, в который это случится ${['', 'впервые', 'во второй раз', 'в третий раз', 'в четвёртый раз', 'в пятый раз'][end]}.`,
    turn: 'За этот ход',
    turnText: (score) => `Если завершить ход сейчас, он даст ${points(score)}.`,
    turnHow: 'Комбинация из 3 карт даёт 3, из 4 — 5, из 5 — 7; каждая следующая добавляет ещё 1.',
    score: 'Очки',
    scoreText: (name, score) => `${name ?? 'У вас'}: ${points(score)}. Побеждает тот, у кого их больше всех.`,
  },
  goal: {
    goal: (times) => `Больше всех очков, когда колода кончится ${n(times, 'раз', 'раза', 'раз')}.`,
    alone: 'Как можно больше очков, пока колода не кончится впервые.',
    soFar: (count) => `Пока: ${count}.`,
    further: 'каждая следующая комбинация за ход',
    three: 'такого камня нет: три любые карты',
    number: 'сколько таких в вашей руке',
    old: 'Комбинация, лежавшая раньше, очков не даёт, если ваши сдвиги не изменили её длину.',
  },
  puzzles: {
    points: (f) => `Найдите ход на ${points(f.points)}.`,
    less: (f) => `${points(f.points)}. Можно больше.`,
  },
  hints: {
    ...leaves(points, 'очка'),
    pass: () => 'Ни взять, ни сдвинуть нельзя.',
    done: (f) =>
      f.points
        ? `Поле уже приносит очки: ${made(f.combinations)}, ${points(f.points)}.`
        : 'Ничего не прибавится.',
    points: (f) => `${shifts(f.shifts)}: ${made(f.combinations)}, ${points(f.points)} ${paid(f.paid)}.`,
    no_points: (f) => `${shifts(f.shifts)}: без очков, ${paid(f.paid)}.`,
    draw_first: () => 'Ни один сдвиг, на который хватает карт, сейчас не приносит очков: берите карты.',
    draw: (f) => `Сейчас карты, сдвиги потом: лучшие принесли бы сейчас ${points(f.points)} ${paid(f.paid)}.`,
  },
  events: {
    shift: (who, f) => `${who}: ${shift(f.shift)}, плата: ${gems(f.paid)}.`,
    draw: (who, f) => `${who} берёт карты: ${f.cards ? gems(f.cards) : f.count}.`,
    pass: (who) => `${who} не может ни взять, ни сдвинуть и пропускает ход.`,
    combination: (who, f) => `${f.length} × ${gem[f.kind]}, ${line(f.line)}: ${points(f.points)}.`,
    points: (who, f) =>
      `${who} получает ${points(f.points)}${f.bonus ? `, из них +${f.bonus} за ${f.bonus > 1 ? 'другие комбинации' : 'вторую комбинацию'}` : ''}.`,
    no_points: (who) => `${who} завершает ход без очков.`,
    fill: (who, f) =>
      `С поля ${form(f.cells.length, ['уходит', 'уходят', 'уходит'])} ${cards(f.cells.length)}, ложатся новые.`,
    run_out: (who, f) => `Колода кончилась${f.times > 1 ? `, это уже ${f.times}-й раз` : ''}.`,
    reshuffle: (who, f) => `Сброс перетасован: ${cards(f.count)}.`,
    end: (who, f, names) =>
      `Партия сыграна: ${f.scores.length > 1 ? won(f.winners.map(names)) : `${points(f.scores[0])}.`}`,
  },
};

export default ru;
