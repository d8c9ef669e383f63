import type { EventInfo } from '../protocol';
import type { GameModule } from './game';

/** A moment that decided a match: what, by whom or against whom, how much, and after how many actions the board shows it. */
export interface Moment {
  what: 'gain' | 'lead' | 'hit';
  seat: number;
  amount: number;
  ply: number;
}

/** How a game reads its own events; see GameModule. */
type Reader = Pick<GameModule, 'gain' | 'hit'>;

/** The largest gain of one turn, the moment when the winner took the lead for good, and the player hit most, as far as the log shows. */
export function decisiveMoments(log: EventInfo[], winners: number[], { gain, hit }: Reader): Moment[] {
  const gainOf = (event: EventInfo) => gain?.(event) ?? null;
  const hitOf = (event: EventInfo) => hit?.(event) ?? null;
  const lead = winners.length === 1 ? leadOf(log, winners[0]!, gainOf) : null;
  return [largestGain(log, gainOf), lead, mostHit(log, hitOf)].filter((moment) => moment !== null);
}

type OfEvent = (event: EventInfo) => number | null;

function largestGain(log: EventInfo[], gainOf: OfEvent): Moment | null {
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
    // The ply before the scoring action: after it new cards have come, and the turn can no longer be seen.
    const ply: number = turn?.seat === event.seat ? turn.ply : event.ply;
    turn = { what: 'gain', seat: event.seat, amount, ply };
    if (amount > (best?.amount ?? 0)) best = turn;
  }
  return best;
}

/** The moment from which the winner was ahead of everybody until the end. */
function leadOf(log: EventInfo[], winner: number, gainOf: OfEvent): Moment | null {
  const scores = new Map<number, number>();
  let since: Moment | null = null;
  const gains = log.filter((event) => gainOf(event) !== null);
  for (const [place, event] of gains.entries()) {
    const gain = gainOf(event)!;
    scores.set(event.seat, (scores.get(event.seat) ?? 0) + gain);
    if (gains[place + 1]?.ply === event.ply) continue; // A scoring is compared once all its events are in.
    const own = scores.get(winner) ?? 0;
    const lead =
      own - Math.max(0, ...[...scores].filter(([seat]) => seat !== winner).map(([, score]) => score));
    if (lead <= 0) since = null;
    else since ??= { what: 'lead', seat: winner, amount: lead, ply: event.ply + 1 };
  }
  return since;
}

function mostHit(log: EventInfo[], hitOf: OfEvent): Moment | null {
  const hits = log.flatMap((event) => {
    const seat = hitOf(event);
    return seat === null ? [] : [{ seat, ply: event.ply }];
  });
  const counts = new Map<number, number>();
  for (const { seat } of hits) counts.set(seat, (counts.get(seat) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (!most) return null;
  const last = hits.findLast(({ seat }) => seat === most[0])!;
  return { what: 'hit', seat: most[0], amount: most[1], ply: last.ply + 1 };
}
