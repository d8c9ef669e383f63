import type { AnyView, Scene } from '../../lib/scene';
import type { EventInfo } from '../../protocol';

const MS = 700; // What another player does stands in the status line for so long.

export function scenes(_before: AnyView, events: EventInfo[], after: AnyView): Scene[] {
  return events
    .filter((event) => event.seat >= 0 && event.seat !== after.seat)
    .map((event) => ({ view: after, event, ms: MS }));
}
