import {
  capital,
  decimal,
  namedShifts,
  percent,
  prefixed,
  rangeOf,
  setMade,
  signedDecimal,
  type Basics,
  type Reason,
} from './hints';
import { counted, form } from './plurals';

const times = (count: number) =>
  count === 1 ? '' : count === 2 ? ' дважды' : count === 3 ? ' трижды' : ` ×${count}`;
const tasks = (count: number) => counted('ru', count, ['задание', 'задания', 'заданий']);
const gemsOf = (count: number) => counted('ru', count, ['камень', 'камня', 'камней']);
const cardsFor = (count: number) => counted('ru', count, ['карту', 'карты', 'карт']);
const tricksOf = (count: number) => counted('ru', count, ['взятку', 'взятки', 'взяток']);

/** Why a bot would do so, in Russian. */
export function reasons(w: Basics): Record<string, Reason> {
  const shifts = (codes: string[]) => {
    const runs = namedShifts(codes);
    if (!runs) return `Эти ${counted('ru', codes.length, ['сдвиг', 'сдвига', 'сдвигов'])}`;
    return capital(runs.map(([code, count]) => w.shift(code) + times(count)).join(', затем '));
  };
  const paid = (count: number) => `за ${cardsFor(count)}`;
  const gem = (before: number[], after: number[]) => {
    const size = setMade(before, after);
    return size > 1
      ? `собирает набор из ${size}`
      : size
        ? 'начинает новый набор'
        : 'сейчас ничего не добавляет';
  };
  const made = (runs: { line: string; kind: string; length: number }[]) =>
    w.list(runs.map((run) => `${run.length} × ${w.gem[run.kind]} (${w.line(run.line)})`));
  /** "1,4 очка": after a fraction stands the genitive singular. */
  const about = (value: number, whole: (count: number) => string, part: string) => {
    const text = decimal(value, ',');
    return text.includes(',') ? `${text} ${part}` : whole(Number(text));
  };
  const leaves = (whole: (count: number) => string, part: string): Record<string, Reason> => ({
    leaves_nothing: (f, names) => `Соперник ${names(f.player)} сразу не возьмёт ничего.`,
    leaves_little: (f, names) => `Сопернику ${names(f.player)} не остаётся почти ничего.`,
    leaves: (f, names) => `Соперник ${names(f.player)} сможет взять примерно ${about(f.gain, whole, part)}.`,
    takes_away: (f, names) =>
      `Забирает из-под носа у соперника ${names(f.player)} примерно ${whole(Math.round(f.taken))}.`,
  });
  return {
    ...prefixed('nizam.hint.', {
      ...leaves(w.points, 'очка'),
      pass: () => 'Ни взять, ни сдвинуть нельзя.',
      done: (f) =>
        f.points
          ? `Поле уже приносит очки: ${made(f.combinations)}, ${w.points(f.points)}.`
          : 'Ничего не прибавится.',
      points: (f) => `${shifts(f.shifts)}: ${made(f.combinations)}, ${w.points(f.points)} ${paid(f.paid)}.`,
      no_points: (f) => `${shifts(f.shifts)}: без очков, ${paid(f.paid)}.`,
      draw_first: () => 'Ни один сдвиг, на который хватает карт, сейчас не приносит очков: берите карты.',
      draw: (f) =>
        `Сейчас карты, сдвиги потом: лучшие принесли бы сейчас ${w.points(f.points)} ${paid(f.paid)}.`,
    }),
    ...prefixed('pearl.hint.', {
      ...leaves(tasks, 'задания'),
      pass: () => 'Ни взять, ни сдвинуть нельзя.',
      tasks: (f) =>
        `${f.shifts.length ? shifts(f.shifts) : 'Поле как есть'}: выполнено ${w.gems(f.kinds)} ${paid(f.paid)}, ${f.number} из 8 заданий.`,
      no_task: (f) =>
        `${f.shifts.length ? shifts(f.shifts) : 'Поле как есть'}: без задания, ${paid(f.paid)}.`,
      task: (f) =>
        f.kind === f.top
          ? `Сверху вашей стопки ляжет ${w.gem[f.kind]}.`
          : `Сначала ${w.gem[f.kind]}, а сверху стопки ляжет ${w.gem[f.top]}.`,
      blocks: (f, names) => `Пока блокирует ${w.gem[f.kind]} для: ${w.list(f.players.map(names))}.`,
      ends: (f) => (f.wins ? 'Это последнее задание: вы победили.' : 'Это завершает партию.'),
      draw_first: () => 'Ни один сдвиг, на который хватает карт, не выполняет задания: берите карты.',
      draw: (f) => `Сейчас карты, сдвиги потом: они выполнили бы ${tasks(f.tasks)} ${paid(f.paid)}.`,
    }),
    ...prefixed('gnomes.hint.', {
      nothing: () => 'Больше ничего не сделать.',
      drop: (f) => `Сыграть нечего, а без этой карты обойтись легче всего: ${w.gnomeCard(f.card)}.`,
      take_deck: (f) =>
        f.open.length
          ? `Неизвестная карта вместо открытых: ${w.list([...new Set(f.open as string[])].map(w.gnomeCard), 'или')}.`
          : 'Карты есть только в колоде.',
      take_open: (f) => {
        const name = capital(w.gnomeCard(f.card));
        if (f.score_after)
          return `${name}: ${f.playable ? 'выкладывается сразу и' : 'сейчас не выложить; позже'} ${gem(f.score_before, f.score_after)}.`;
        if (f.card === 'C')
          return f.playable ? 'Пещера откроет путь камням.' : 'Пещера — запас против обвала.';
        if (f.card[0] === 'W')
          return f.playable ? `${name} разгонит туман перед вами.` : `${name} — запас против тумана.`;
        return `${name} притормозит соперника и не достанется ему.`;
      },
      gem: (f) => `${capital(w.gnomeCard(f.card))}: ${gem(f.score_before, f.score_after)}.`,
      cave: (f) =>
        f.clears
          ? 'Пещера разбирает обвал: камни снова можно выкладывать.'
          : 'С пещерой можно выкладывать камни.',
      wind: (f) =>
        f.gems
          ? `${capital(w.gnomeCard(f.fog))} рассеется: снова ${form('ru', f.gems, ['считается', 'считаются', 'считается'])} ${gemsOf(f.gems)}.`
          : `${capital(w.gnomeCard(f.fog))} рассеется: скрытые цвета снова можно выкладывать.`,
      curse: (f, names) => {
        const who = names(f.target) + (f.leads ? ' (лучшие наборы)' : '');
        if (f.card === 'K') return `Обвал → ${who}: никаких камней, пока пещера его не разберёт.`;
        return f.gems
          ? `${capital(w.gnomeCard(f.card))} → ${who}: скроет ${gemsOf(f.gems)}.`
          : `${capital(w.gnomeCard(f.card))} → ${who}: пока ничего не скрывает, но останавливает камни двух цветов.`;
      },
    }),
    ...prefixed('luz.hint.', {
      bet: (f) =>
        `${capital(w.tricks(f.bid))}${f.safety ? ' с защитной бусиной' : ''}: сыграет в ${percent(f.met)} рук, которые у вас могут быть, в среднем ${signedDecimal(f.points, ',')} оч.`,
      tricks: (f) =>
        `Если стараться брать, такие руки дают в среднем ${about(f.tricks, w.tricks, 'взятки')}.`,
      card: (f) => {
        const name = capital(w.suitCard(f.colour[0].toUpperCase() + rangeOf(f.values)));
        if (f.takes === 1) return `${name}: берёт эту взятку наверняка.`;
        if (f.loses === 1) return `${name}: эту взятку не возьмёт.`;
        if (f.open === 1) return `${name}: пока старшая, но её могут перебить.`;
        const ways: [number, string][] = [
          [f.takes, 'берёт взятку наверняка'],
          [f.open, 'могут перебить'],
          [f.loses, 'не берёт'],
        ];
        return `${name}: ${w.list(ways.filter(([share]) => share > 0).map(([share, way]) => `${way} — ${percent(share)}`))} ваших возможных рук.`;
      },
      need: (f) => {
        const { needed, safety, left } = f as { needed: number; safety: boolean; left: number };
        if (needed < 0 && !(safety && needed === -1))
          return `Ставка уже перебрана на ${tricksOf(-needed)}; каждая следующая стоит ещё.`;
        if (needed > left)
          return `Ставка уже не сыграет: нужно ещё ${needed}, а ${form('ru', left, ['осталась', 'остались', 'осталось'])} ${w.tricks(left)}.`;
        if (needed <= 0)
          return `Ставка уже сыграла: ${needed < 0 || !safety ? 'больше взяток не берите' : 'ещё одну взятку можно, две — нет'}.`;
        if (needed === left)
          return left === 1 ? 'Вам нужна последняя взятка.' : `Вам нужны все оставшиеся взятки: ${left}.`;
        return `Вам нужно ещё ${needed} из ${left} взяток${safety ? '; одна лишняя не повредит' : ''}.`;
      },
    }),
  };
}
