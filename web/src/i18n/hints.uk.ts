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
  count === 1 ? '' : count === 2 ? ' двічі' : count === 3 ? ' тричі' : ` ×${count}`;
const tasks = (count: number) => counted('uk', count, ['завдання', 'завдання', 'завдань']);
const gemsOf = (count: number) => counted('uk', count, ['камінь', 'камені', 'каменів']);
const cardsFor = (count: number) => counted('uk', count, ['карту', 'карти', 'карт']);
const tricksOf = (count: number) => counted('uk', count, ['взятку', 'взятки', 'взяток']);

/** Why a bot would do so, in Ukrainian. */
export function reasons(w: Basics): Record<string, Reason> {
  const shifts = (codes: string[]) => {
    const runs = namedShifts(codes);
    if (!runs) return `Ці ${counted('uk', codes.length, ['зсув', 'зсуви', 'зсувів'])}`;
    return capital(runs.map(([code, count]) => w.shift(code) + times(count)).join(', тоді '));
  };
  const paid = (count: number) => `за ${cardsFor(count)}`;
  const gem = (before: number[], after: number[]) => {
    const size = setMade(before, after);
    return size > 1 ? `складає набір із ${size}` : size ? 'починає новий набір' : 'зараз нічого не додає';
  };
  const made = (runs: { line: string; kind: string; length: number }[]) =>
    w.list(runs.map((run) => `${run.length} × ${w.gem[run.kind]} (${w.line(run.line)})`));
  /** "1,4 очка": after a fraction stands the genitive singular. */
  const about = (value: number, whole: (count: number) => string, part: string) => {
    const text = decimal(value, ',');
    return text.includes(',') ? `${text} ${part}` : whole(Number(text));
  };
  const leaves = (whole: (count: number) => string, part: string): Record<string, Reason> => ({
    leaves_nothing: (f, names) => `Суперник ${names(f.player)} одразу не візьме нічого.`,
    leaves_little: (f, names) => `Супернику ${names(f.player)} не лишається майже нічого.`,
    leaves: (f, names) => `Суперник ${names(f.player)} зможе взяти десь ${about(f.gain, whole, part)}.`,
    takes_away: (f, names) =>
      `Забирає з-під носа в суперника ${names(f.player)} десь ${whole(Math.round(f.taken))}.`,
  });
  return {
    ...prefixed('nizam.hint.', {
      ...leaves(w.points, 'очка'),
      pass: () => 'Ні взяти, ні зсунути не можна.',
      done: (f) =>
        f.points
          ? `Поле вже дає очки: ${made(f.combinations)}, ${w.points(f.points)}.`
          : 'Нічого не додається.',
      points: (f) => `${shifts(f.shifts)}: ${made(f.combinations)}, ${w.points(f.points)} ${paid(f.paid)}.`,
      no_points: (f) => `${shifts(f.shifts)}: без очок, ${paid(f.paid)}.`,
      draw_first: () => 'Жоден зсув, на який вистачає карт, зараз не дає очок: беріть карти.',
      draw: (f) => `Тепер карти, зсуви потім: найкращі дали б зараз ${w.points(f.points)} ${paid(f.paid)}.`,
    }),
    ...prefixed('pearl.hint.', {
      ...leaves(tasks, 'завдання'),
      pass: () => 'Ні взяти, ні зсунути не можна.',
      tasks: (f) =>
        `${f.shifts.length ? shifts(f.shifts) : 'Поле як є'}: виконано ${w.gems(f.kinds)} ${paid(f.paid)}, ${f.number} з 8 завдань.`,
      no_task: (f) => `${f.shifts.length ? shifts(f.shifts) : 'Поле як є'}: без завдання, ${paid(f.paid)}.`,
      task: (f) =>
        f.kind === f.top
          ? `Зверху вашої стопки ляже ${w.gem[f.kind]}.`
          : `Спершу ${w.gem[f.kind]}, а зверху стопки ляже ${w.gem[f.top]}.`,
      blocks: (f, names) => `Поки що блокує ${w.gem[f.kind]} для: ${w.list(f.players.map(names))}.`,
      ends: (f) => (f.wins ? 'Це останнє завдання: ви перемагаєте.' : 'Це завершує партію.'),
      draw_first: () => 'Жоден зсув, на який вистачає карт, не виконує завдання: беріть карти.',
      draw: (f) => `Тепер карти, зсуви потім: вони виконали б ${tasks(f.tasks)} ${paid(f.paid)}.`,
    }),
    ...prefixed('gnomes.hint.', {
      nothing: () => 'Більше нічого не зробиш.',
      drop: (f) => `Зіграти нема чого, а без цієї карти обійтися найлегше: ${w.gnomeCard(f.card)}.`,
      take_deck: (f) =>
        f.open.length
          ? `Невідома карта замість відкритих: ${w.list([...new Set(f.open as string[])].map(w.gnomeCard), 'чи')}.`
          : 'Карти є лише в колоді.',
      take_open: (f) => {
        const name = capital(w.gnomeCard(f.card));
        if (f.score_after)
          return `${name}: ${f.playable ? 'викладається одразу і' : 'зараз не викласти; згодом'} ${gem(f.score_before, f.score_after)}.`;
        if (f.card === 'C')
          return f.playable ? 'Печера відкриє шлях каменям.' : 'Печера — запас проти обвалу.';
        if (f.card[0] === 'W')
          return f.playable ? `${name} розжене туман перед вами.` : `${name} — запас проти туману.`;
        return `${name} пригальмує суперника і не дістанеться йому.`;
      },
      gem: (f) => `${capital(w.gnomeCard(f.card))}: ${gem(f.score_before, f.score_after)}.`,
      cave: (f) =>
        f.clears
          ? 'Печера розчищає обвал: камені знову можна викладати.'
          : 'З печерою можна викладати камені.',
      wind: (f) =>
        f.gems
          ? `${capital(w.gnomeCard(f.fog))} розвіється: знову ${form('uk', f.gems, ['рахується', 'рахуються', 'рахується'])} ${gemsOf(f.gems)}.`
          : `${capital(w.gnomeCard(f.fog))} розвіється: сховані кольори знову можна викладати.`,
      curse: (f, names) => {
        const who = names(f.target) + (f.leads ? ' (найкращі набори)' : '');
        if (f.card === 'K') return `Обвал → ${who}: жодних каменів, доки печера його не розчистить.`;
        return f.gems
          ? `${capital(w.gnomeCard(f.card))} → ${who}: сховає ${gemsOf(f.gems)}.`
          : `${capital(w.gnomeCard(f.card))} → ${who}: поки не ховає нічого, але спиняє камені двох кольорів.`;
      },
    }),
    ...prefixed('luz.hint.', {
      bet: (f) =>
        `${capital(w.tricks(f.bid))}${f.safety ? ' із захисною намистиною' : ''}: зіграє у ${percent(f.met)} рук, які у вас можуть бути, у середньому ${signedDecimal(f.points, ',')} оч.`,
      tricks: (f) =>
        `Якщо старатися брати, такі руки дають у середньому ${about(f.tricks, w.tricks, 'взятки')}.`,
      card: (f) => {
        const name = capital(w.suitCard(f.colour[0].toUpperCase() + rangeOf(f.values)));
        if (f.takes === 1) return `${name}: бере цю взятку напевно.`;
        if (f.loses === 1) return `${name}: цієї взятки не візьме.`;
        if (f.open === 1) return `${name}: поки найстарша, але її можуть перебити.`;
        const ways: [number, string][] = [
          [f.takes, 'бере взятку напевно'],
          [f.open, 'можуть перебити'],
          [f.loses, 'не бере'],
        ];
        return `${name}: ${w.list(ways.filter(([share]) => share > 0).map(([share, way]) => `${way} — ${percent(share)}`))} ваших можливих рук.`;
      },
      need: (f) => {
        const { needed, safety, left } = f as { needed: number; safety: boolean; left: number };
        if (needed < 0 && !(safety && needed === -1))
          return `Ставку вже перебрано на ${tricksOf(-needed)}; кожна наступна коштує ще.`;
        if (needed > left)
          return `Ставка вже не зіграє: треба ще ${needed}, а ${form('uk', left, ['лишилася', 'лишилися', 'лишилося'])} ${w.tricks(left)}.`;
        if (needed <= 0)
          return `Ставка вже зіграла: ${needed < 0 || !safety ? 'більше взяток не беріть' : 'ще одну взятку можна, дві — ні'}.`;
        if (needed === left)
          return left === 1
            ? 'Вам потрібна остання взятка.'
            : `Вам потрібні всі ${w.tricks(left)}, що лишилися.`;
        return `Вам потрібно ще ${needed} з ${left} взяток${safety ? '; одна зайва не завадить' : ''}.`;
      },
    }),
  };
}
