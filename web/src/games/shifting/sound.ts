import type { EventInfo } from '../../protocol';
import type { Sound } from '../../lib/sound';

const SOUNDS: Record<string, Sound> = { shift: 'shift', combination: 'line', task: 'line', draw: 'draw' };

/** The sound of an event on a shifting board; both games call theirs alike. */
export function sound({ key }: EventInfo): Sound | null {
  return SOUNDS[key.slice(key.indexOf('.') + 1)] ?? null;
}
