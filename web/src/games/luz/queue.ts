import { offAtFirst } from '../../lib/preference.svelte';
import type { LuzView } from '../../protocol';
import { tricksTaken } from './view';

/** Whether a card may be chosen before one's turn. */
export const queueing = offAtFirst('queue');

/** A card of one's own that is chosen before one's turn, and the trick that it is for. */
export interface Queued {
  slot: number;
  deal: number;
  leader: number;
  tricks: number;
}

/** Whether a card can be chosen now: a trick has begun, and one's own card is still to come. */
export function canQueue(view: LuzView): boolean {
  return (
    view.phase === 'playing' &&
    !view.over &&
    view.seat >= 0 &&
    view.to_act !== view.seat &&
    view.trick.plays.length > 0 &&
    !view.trick.plays.some((play) => play.seat === view.seat)
  );
}

export function queue(view: LuzView, slot: number): Queued {
  return { slot, deal: view.deal, leader: view.trick.leader, tricks: tricksTaken(view) };
}

/** Whether the trick that a card was chosen for is still going on. */
export function isFor(queued: Queued, view: LuzView): boolean {
  return (
    queued.deal === view.deal && queued.leader === view.trick.leader && queued.tricks === tricksTaken(view)
  );
}
