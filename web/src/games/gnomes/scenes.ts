import type { EventInfo, GnomesView } from '../../protocol';
import type { Scene } from '../../lib/scene';

// A round of five others is over in less than six seconds, curses included.
const MS: Record<string, number> = {
  'gnomes.curse': 850, // The arrow from sender to target stays longer.
  'gnomes.wind': 600,
  'gnomes.clear': 600,
  'gnomes.gem': 420,
  'gnomes.cave': 420,
  'gnomes.drop': 420,
  'gnomes.take_open': 220,
  'gnomes.take_deck': 100,
};
const MINE: Record<string, number> = { 'gnomes.curse': 400 }; // I know what I did.

export function scenes(_before: GnomesView, events: EventInfo[], after: GnomesView): Scene<GnomesView>[] {
  return events.flatMap((event) => {
    const ms = (event.seat === after.seat ? MINE : MS)[event.key];
    return ms ? [{ view: after, event, ms }] : [];
  });
}
