import type { EventInfo } from '../../protocol';
import type { Scene } from '../../lib/scene';
import { kindOf, slid } from './lines';
import type { ShiftingView } from './plan.svelte';

const SLIDE = 600; // 250 for the slide, the rest to see it.
const GLOW = 1000; // A combination with its points; more of them take longer.
const FURTHER = 400;
const SCORE = 700; // What the turn brings in all.
const LEAVE = 220;
const REFILL = 400;
const DRAW = 450;
const TASK = 900;

/** A line slides, runs glow with their points, cards leave, new ones come: in this order. */
export function scenes<V extends ShiftingView>(before: V, events: EventInfo[], after: V): Scene<V>[] {
  const pictures: Scene<V>[] = [];
  const isMine = (event: EventInfo) => event.seat === after.seat;
  let view: V = { ...before, combinations: [] };
  const combinations = events.filter((event) => kindOf(event) === 'combination');
  for (const event of events) {
    const facts = event.facts as Record<string, unknown>;
    const kind = kindOf(event);
    if (kind === 'shift') {
      view = { ...view, board: slid(view.board, facts.shift as string) };
      if (!isMine(event)) pictures.push({ view, event, ms: SLIDE });
    } else if (kind === 'combination' && event === combinations[0]) {
      const glowing = combinations.map((each) => ({ ...(each.facts as object), scores: true }));
      view = { ...view, combinations: glowing };
      pictures.push({ view, event, ms: GLOW + FURTHER * (combinations.length - 1) });
    } else if (kind === 'points') {
      pictures.push({ view, event, ms: SCORE });
    } else if (kind === 'fill') {
      pictures.push({ view: { ...view, combinations: [] }, event, ms: LEAVE });
      const entering = { ...event, facts: { ...facts, entering: true } };
      pictures.push({ view: { ...after, combinations: [] }, event: entering, ms: REFILL });
    } else if (kind === 'task') {
      pictures.push({ view: { ...after, board: view.board }, event, ms: TASK });
    } else if (kind === 'draw' && !isMine(event)) {
      pictures.push({ view: after, event, ms: DRAW });
    }
  }
  return pictures;
}
