import type { EventInfo } from '../protocol';

/** A moment that decided a match: what, by whom or against whom, how much, and after how many actions the board shows it. */
export interface Moment {
  what: 'gain' | 'lead' | 'hit';
  seat: number;
  amount: number;
  ply: number;
}

/** What a line of the log adds to its player's score. */
function gainOf({ key, facts = {} }: EventInfo): number | null {
  if (key === 'pearl.task') return 1;
  return key === 'nizam.points' || key === 'luz.bet_met' || key === 'luz.bet_missed'
    ? (facts.points as number)
    : null;
}

/** The largest gain of one turn, from when on the winner led, and who was hit most: as far as the log tells. */
export function decisiveMoments(log: EventInfo[], winners: number[]): Moment[] {
  return [largestGain(log), winners.length === 1 ? leadOf(log, winners[0]!) : null, mostHit(log)].filter(
    (moment) => moment !== null,
  );
}

function largestGain(log: EventInfo[]): Moment | null {
  let best: Moment | null = null;
  let turn: Moment | null = null; // Gains in a row of the same player are one turn.
  for (const event of log) {
    if (event.seat < 0) continue;
    const gain = gainOf(event);
    if (gain === null) {
      turn = null;
      continue;
    }
    const amount: number = gain + (turn?.seat === event.seat ? turn.amount : 0);
    // Before the action that scores: after it new cards have come, and the turn cannot be seen.
    const ply: number = turn?.seat === event.seat ? turn.ply : event.ply;
    turn = { what: 'gain', seat: event.seat, amount, ply };
    if (amount > (best?.amount ?? 0)) best = turn;
  }
  return best;
}

/** From when on the winner was ahead of everybody until the end. */
function leadOf(log: EventInfo[], winner: number): Moment | null {
  const scores = new Map<number, number>();
  let since: Moment | null = null;
  const gains = log.filter((event) => gainOf(event) !== null);
  for (const [place, event] of gains.entries()) {
    const gain = gainOf(event)!;
    scores.set(event.seat, (scores.get(event.seat) ?? 0) + gain);
    if (gains[place + 1]?.ply === event.ply) continue; // One scoring is compared when all of it is told.
    const own = scores.get(winner) ?? 0;
    const lead =
      own - Math.max(0, ...[...scores].filter(([seat]) => seat !== winner).map(([, score]) => score));
    if (lead <= 0) since = null;
    else since ??= { what: 'lead', seat: winner, amount: lead, ply: event.ply + 1 };
  }
  return since;
}

function mostHit(log: EventInfo[]): Moment | null {
  const hits = log.filter((event) => event.key === 'gnomes.curse');
  const counts = new Map<number, number>();
  for (const { facts } of hits)
    counts.set(facts!.target as number, (counts.get(facts!.target as number) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (!most) return null;
  const last = hits.findLast((event) => event.facts!.target === most[0])!;
  return { what: 'hit', seat: most[0], amount: most[1], ply: last.ply + 1 };
}
