import { t } from '../../i18n/index.svelte';
import type { TurnWords } from '../../lib/since';
import type { EventInfo } from '../../protocol';

const numbers = (events: EventInfo[], key: string, fact: string) =>
  events.filter((event) => event.key.endsWith(key)).map((event) => event.facts?.[fact] as number);
const sum = (values: number[]) => values.reduce((all, each) => all + each, 0);

/** A turn of Nizam or Pearl in a few words: points or tasks, shifts, or cards drawn. */
export function turn(events: EventInfo[]): TurnWords | null {
  const shifts = events.filter((event) => event.key.endsWith('.shift')).length;
  const drawn = sum(numbers(events, '.draw', 'count'));
  const tasks = events
    .filter((event) => event.key === 'pearl.task')
    .map((event) => event.facts?.kind as string);
  const worth = sum(numbers(events, 'nizam.points', 'points')) + tasks.length;
  const gain = worth ? t.signed(worth) : '';
  if (tasks.length) return { text: t.gems(tasks.join('')), gain, worth };
  if (shifts) return { text: t.since.shifts(shifts), gain, worth };
  if (drawn) return { text: t.since.drew(drawn), gain, worth };
  return events.some((event) => event.key.endsWith('.pass')) ? { text: t.shifting.pass, gain, worth } : null;
}
