import type { EventInfo } from '../protocol';

/** A player's turn in short: a few words, its result, and a number to rank it by. */
export interface TurnWords {
  text: string;
  gain: string;
  worth: number;
}

export interface SinceLine extends TurnWords {
  seat: number;
  events: EventInfo[];
}

/** A line for each other player who has acted since my last action, the highest `worth` first. */
export function sinceMyTurn(
  log: EventInfo[],
  me: number,
  words: (events: EventInfo[]) => TurnWords | null,
): SinceLine[] {
  const mine = log.findLastIndex((event) => event.seat === me);
  const bySeat = new Map<number, EventInfo[]>();
  for (const event of log.slice(mine + 1))
    if (event.seat >= 0) bySeat.set(event.seat, [...(bySeat.get(event.seat) ?? []), event]);
  return [...bySeat]
    .flatMap(([seat, events]) => {
      const told = words(events);
      return told ? [{ seat, events, ...told }] : [];
    })
    .sort((a, b) => b.worth - a.worth);
}
