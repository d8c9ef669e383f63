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

const times = (count: number) => (count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`);

/** Why a bot would do so, in English. */
export function reasons(w: Basics): Record<string, Reason> {
  const shifts = (codes: string[]) => {
    const runs = namedShifts(codes);
    if (!runs) return `These ${codes.length} shifts`;
    return capital(runs.map(([code, count]) => w.shift(code) + times(count)).join(', then '));
  };
  const paid = (count: number) => `for ${w.cards(count)}`;
  const gem = (before: number[], after: number[]) => {
    const size = setMade(before, after);
    return size > 1 ? `makes a set of ${size}` : size ? 'begins a new set' : 'adds nothing that counts now';
  };
  const made = (runs: { line: string; kind: string; length: number }[]) =>
    w.list(runs.map((run) => `${run.length} × ${w.gem[run.kind]} in ${w.line(run.line)}`));
  const leaves = (one: string, many: string): Record<string, Reason> => ({
    leaves_nothing: (f, names) => `It leaves nothing for ${names(f.player)} to take at once.`,
    leaves_little: (f, names) => `It leaves next to nothing for ${names(f.player)}.`,
    leaves: (f, names) => {
      const gain = decimal(f.gain, '.');
      return `It leaves ${names(f.player)} about ${gain} ${gain === '1' ? one : many}.`;
    },
    takes_away: (f, names) => {
      const taken = Math.round(f.taken);
      return `It takes about ${taken} ${taken === 1 ? one : many} away from ${names(f.player)}.`;
    },
  });
  return {
    ...prefixed('nizam.hint.', {
      ...leaves('point', 'points'),
      pass: () => 'Neither a draw nor a shift is possible.',
      done: (f) =>
        f.points
          ? `The board scores as it lies: ${made(f.combinations)}, ${w.points(f.points)}.`
          : 'Nothing is gained.',
      points: (f) => `${shifts(f.shifts)}: ${made(f.combinations)}, ${w.points(f.points)} ${paid(f.paid)}.`,
      no_points: (f) => `${shifts(f.shifts)}: no points, ${paid(f.paid)}.`,
      draw_first: () => 'No shifts that you can pay for score now: draw.',
      draw: (f) =>
        `Cards now, shifts later: the best would bring ${w.points(f.points)} now, ${paid(f.paid)}.`,
    }),
    ...prefixed('pearl.hint.', {
      ...leaves('task', 'tasks'),
      pass: () => 'Neither a draw nor a shift is possible.',
      tasks: (f) =>
        `${f.shifts.length ? shifts(f.shifts) : 'The board as it lies'}: ${w.gems(f.kinds)} fulfilled ${paid(f.paid)}, ${f.number} of 8 tasks.`,
      no_task: (f) =>
        `${f.shifts.length ? shifts(f.shifts) : 'The board as it lies'}: no task, ${paid(f.paid)}.`,
      task: (f) =>
        f.kind === f.top
          ? `${capital(w.gem[f.kind]!)} comes to lie on top of your pile.`
          : `After ${w.gem[f.kind]}, ${w.gem[f.top]} comes to lie on top of your pile.`,
      blocks: (f, names) => `It keeps ${w.list(f.players.map(names))} from ${w.gem[f.kind]} for now.`,
      ends: (f) => (f.wins ? 'It is the last task: you win.' : 'It ends the match.'),
      draw_first: () => 'No shifts that you can pay for fulfil a task: draw.',
      draw: (f) =>
        `Cards now, shifts later: they could fulfil ${f.tasks} ${f.tasks === 1 ? 'task' : 'tasks'}, ${paid(f.paid)}.`,
    }),
    ...prefixed('gnomes.hint.', {
      nothing: () => 'There is nothing else to do.',
      drop: (f) => `Nothing can be played, and you will miss the ${w.gnomeCard(f.card)} least.`,
      take_deck: (f) =>
        f.open.length
          ? `An unknown card instead of ${w.list([...new Set(f.open as string[])].map(w.gnomeCard), 'or')}.`
          : 'Only the deck has cards.',
      take_open: (f) => {
        const name = `The ${w.gnomeCard(f.card)}`;
        if (f.score_after)
          return `${name} ${f.playable ? 'can be laid at once and' : 'cannot be laid yet; later it'} ${gem(f.score_before, f.score_after)}.`;
        if (f.card === 'C')
          return f.playable ? `${name} opens the way for gems.` : `${name} is kept against a cave-in.`;
        if (f.card[0] === 'W')
          return `${name} ${f.playable ? 'drives off a fog that lies before you' : 'is kept against a fog'}.`;
        return `${name} can slow down another player, and none of them gets it.`;
      },
      gem: (f) => `The ${w.gnomeCard(f.card)} ${gem(f.score_before, f.score_after)}.`,
      cave: (f) =>
        f.clears
          ? 'The cave clears the cave-in, and gems can be laid again.'
          : 'With a cave, gems can be laid.',
      wind: (f) =>
        `Without the ${w.gnomeCard(f.fog)} ${f.gems ? `${f.gems} ${f.gems === 1 ? 'gem counts' : 'gems count'} again` : 'its gems can be laid again'}.`,
      curse: (f, names) => {
        const who = names(f.target) + (f.leads ? ', who has the best sets' : '');
        if (f.card === 'K')
          return `The cave-in keeps ${who}${f.leads ? ',' : ''} from laying gems until a cave clears it.`;
        return f.gems
          ? `The ${w.gnomeCard(f.card)} hides ${f.gems} ${f.gems === 1 ? 'gem' : 'gems'} of ${who}.`
          : `The ${w.gnomeCard(f.card)} hides nothing yet of ${who}, but stops gems of two colours.`;
      },
    }),
    ...prefixed('luz.hint.', {
      bet: (f) =>
        `${capital(w.tricks(f.bid))}${f.safety ? ' with the safety bead' : ''}: met in ${percent(f.met)} of the hands that you can have, ${signedDecimal(f.points, '.')} points on average.`,
      tricks: (f) => `Played to win, such hands take ${decimal(f.tricks, '.')} tricks on average.`,
      card: (f) => {
        const name = capital(w.suitCard(f.colour[0].toUpperCase() + rangeOf(f.values)));
        if (f.takes === 1) return `${name} takes this trick for certain.`;
        if (f.loses === 1) return `${name} cannot take this trick.`;
        if (f.open === 1) return `${name} is the highest for now, but can be beaten.`;
        const ways: [number, string][] = [
          [f.takes, 'takes this trick for certain'],
          [f.open, 'can be beaten'],
          [f.loses, 'cannot take it'],
        ];
        return `${name}: ${w.list(ways.filter(([share]) => share > 0).map(([share, way]) => `${way} in ${percent(share)} of your hands`))}.`;
      },
      need: (f) => {
        const { needed, safety, left } = f as { needed: number; safety: boolean; left: number };
        if (needed < 0 && !(safety && needed === -1))
          return `Your bet is already missed by ${w.tricks(-needed)}; each further one costs more.`;
        if (needed > left)
          return `Your bet is out of reach: you need ${needed} more, and only ${w.tricks(left)} ${left === 1 ? 'is' : 'are'} left.`;
        if (needed <= 0)
          return `Your bet is met: ${needed < 0 || !safety ? 'avoid further tricks' : 'you can afford one more trick, not two'}.`;
        if (needed === left) return `You need ${left === 1 ? 'the last trick' : `all ${left} tricks left`}.`;
        return `You need ${needed} more of the ${w.tricks(left)} left${safety ? '; one extra does no harm' : ''}.`;
      },
    }),
  };
}
