import { t } from '../../i18n/index.svelte';
import type { TurnWords } from '../../lib/since';
import type { EventInfo } from '../../protocol';
import { kindOf } from './lines';
import { shifting } from './words';

const numbers = (events: EventInfo[], kind: string, fact: string) =>
  events.filter((event) => kindOf(event) === kind).map((event) => event.facts?.[fact] as number);
const sum = (values: number[]) => values.reduce((all, each) => all + each, 0);

/** A turn on this board in a few words: points or tasks, shifts, or cards drawn. */
export function turn(events: EventInfo[]): TurnWords | null {
  const shifts = events.filter((event) => kindOf(event) === 'shift').length;
  const drawn = sum(numbers(events, 'draw', 'count'));
  const tasks = events
    .filter((event) => kindOf(event) === 'task')
    .map((event) => event.facts?.kind as string);
  const worth = sum(numbers(events, 'points', 'points')) + tasks.length;
  const gain = worth ? t.signed(worth) : '';
  if (tasks.length) return { text: shifting.gems(tasks.join('')), gain, worth };
  if (shifts) return { text: shifting.shifts(shifts), gain, worth };
  if (drawn) return { text: shifting.drew(drawn), gain, worth };
  return events.some((event) => kindOf(event) === 'pass') ? { text: shifting.pass, gain, worth } : null;
}
