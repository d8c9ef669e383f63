import type { EventInfo, GnomesView } from '../../protocol';
import type { Scene } from '../../lib/scene';

const MS: Record<string, number> = {
  'gnomes.curse': 1500, // Everybody sees who hit whom.
  'gnomes.wind': 700,
  'gnomes.clear': 700,
  'gnomes.gem': 450,
  'gnomes.cave': 450,
  'gnomes.drop': 450,
  'gnomes.take_open': 350,
  'gnomes.take_deck': 250,
};

export function scenes(_before: GnomesView, events: EventInfo[], after: GnomesView): Scene<GnomesView>[] {
  return events.filter((event) => MS[event.key]).map((event) => ({ view: after, event, ms: MS[event.key]! }));
}
