import type { EventInfo } from '../../protocol';
import type { Sound } from '../../lib/sound';
import { kindOf } from './lines';

const SOUNDS: Record<string, Sound> = { shift: 'shift', combination: 'line', task: 'line', draw: 'draw' };

/** The sound of an event on this board. */
export function sound(event: EventInfo): Sound | null {
  return SOUNDS[kindOf(event)] ?? null;
}
