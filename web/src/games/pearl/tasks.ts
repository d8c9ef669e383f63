import type { PearlView } from '../../protocol';

/** How a task stands: fulfilled last, fulfilled, met by what is planned, blocked by somebody's top task, or open. */
export type TaskState = 'top' | 'done' | 'met' | 'blocked' | 'open';

export function stateOf(view: PearlView, seat: number, kind: string, met = ''): TaskState {
  const pile = view.piles[seat] ?? '';
  if (pile.endsWith(kind)) return 'top';
  if (pile.includes(kind)) return 'done';
  if (met.includes(kind)) return 'met';
  return view.blocked[seat]?.includes(kind) ? 'blocked' : 'open';
}

/** The seat whose top card blocks this kind; −1 if nobody's does. */
export function blockerOf(view: PearlView, seat: number, kind: string): number {
  return view.piles.findIndex((pile, other) => other !== seat && pile.endsWith(kind));
}
