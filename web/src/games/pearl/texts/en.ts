import { cards, list, n, won } from '../../../i18n/en/basics';
import { capital } from '../../../i18n/writing';
import { sentences, texts, hintReasons } from '../../../i18n/texts';
import { gem, gems, leaves, paid, shift, shifts } from '../../shifting/texts/en';

const they = (name: string | null) => name ?? 'you';

const tasks = (count: number) => n(count, 'task', 'tasks');

const en = {
  title: 'Pearl of the East',
  blurb: 'Eight tasks, and one pearl that stands for any gem.',
  minutes: '30–45 min',
  tasks: (name: string) => `Tasks of ${name}`,
  myTasks: 'My tasks',
  open: 'open',
  done: 'done',
  top: 'done, on top: blocks the others',
  blocked: (name: string) => `blocked by ${name}`,
  met: 'met by this plan',
  fulfil: (kind: string) => `Fulfil ${gem[kind]}`,
  meets: (codes: string) => `meets ${gems(codes)}`,
  choose: 'Which task do you fulfil now? The last one lies on top.',
  chooseTask: 'Choose a task',
  meetsNone: 'meets no task yet',
  options: texts({
    stall_limit: 'Turns without a task that end the match',
  }),
  gain: (who: string, amount: number) => `The best turn: ${who}, ${n(amount, 'task', 'tasks')} at once.`,
  explain: {
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
  goal: {
    goal: 'Be the first to fulfil all 8 tasks.',
    three: 'three in a row or a column fulfil the task',
    pearl: 'stands for any gem, one kind a turn',
    top: 'the task fulfilled last blocks it for the others',
    order: 'Of several tasks in a turn you choose the order: the last one lies on top.',
    pay: 'no such gem: pay with any three cards',
    number: 'how many you hold',
  },
  puzzles: hintReasons({
    tasks: (f) => `Fulfil ${tasks(f.tasks)} this turn.`,
    less: (f) => `${tasks(f.tasks)}. There is more.`,
    block: (f, names) =>
      `Block ${names(f.player)}: the last task of your turn must be one still needed there.`,
    free: (f, names) => `${names(f.player)} is not blocked. The task that lies on top of your pile blocks.`,
  }),
  hints: hintReasons({
    ...leaves('task', 'tasks'),
    pass: () => 'Neither a draw nor a shift is possible.',
    tasks: (f) =>
      `${f.shifts.length ? shifts(f.shifts) : 'The board as it lies'}: ${gems(f.kinds)} fulfilled ${paid(f.paid)}, ${f.number} of 8 tasks.`,
    no_task: (f) =>
      `${f.shifts.length ? shifts(f.shifts) : 'The board as it lies'}: no task, ${paid(f.paid)}.`,
    task: (f) =>
      f.kind === f.top
        ? `${capital(gem[f.kind]!)} comes to lie on top of your pile.`
        : `After ${gem[f.kind]}, ${gem[f.top]} comes to lie on top of your pile.`,
    blocks: (f, names) => `It keeps ${list(f.players.map(names))} from ${gem[f.kind]} for now.`,
    ends: (f) => (f.wins ? 'It is the last task: you win.' : 'It ends the match.'),
    draw_first: () => 'No shifts that you can pay for fulfil a task: draw.',
    draw: (f) =>
      `Cards now, shifts later: they could fulfil ${f.tasks} ${f.tasks === 1 ? 'task' : 'tasks'}, ${paid(f.paid)}.`,
  }),
  reasons: texts({
    task_due: 'First fulfil the tasks that you can fulfil.',
    task_fulfilled: 'This task is fulfilled already.',
    shifts_first: 'Tasks are fulfilled after the shifts.',
    task_blocked: 'This kind lies on top of an opponent’s pile.',
    pearl_used: 'The pearl stands for another kind in this turn.',
    no_run: 'No three of this kind lie side by side.',
  }),
  events: sentences({
    shift: (who, f) => `${who} slides ${shift(f.shift)} and pays ${gems(f.paid)}.`,
    draw: (who, f) => `${who} draws ${cards(f.count)}${f.cards ? `: ${gems(f.cards)}` : ''}.`,
    pass: (who) => `${who} can neither draw nor shift and passes.`,
    done: (who, f) => `${who} can fulfil: ${gems(f.kinds)}.`,
    no_task: (who) => `${who} ends the turn without a task.`,
    task: (who, f) => `${who} fulfils ${gem[f.kind]}${f.pearl ? ' with the pearl' : ''}: ${f.number} of 8.`,
    covered: (who, f) => `The task ${gem[f.kind]} of ${who} is covered and blocks nobody.`,
    stalled: (who, f) => `${f.turns} turns without a task: that is the limit.`,
    dead_end: () => 'Every task that is left is blocked: nobody can go on.',
    run_out: (who, f) => `The deck has run out${f.times > 1 ? `, ${f.times} times by now` : ''}.`,
    reshuffle: (who, f) => `The discard pile is shuffled: ${cards(f.count)}.`,
    end: (who, f, names) => `The match is over: ${won(f.winners.map(names))}`,
  }),
};

export type Texts = typeof en;
export default en;
