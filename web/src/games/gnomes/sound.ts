import type { Sound } from '../../lib/sound';
import type { EventInfo } from '../../protocol';

const SOUNDS: Record<string, Sound> = {
  'gnomes.take_deck': 'draw',
  'gnomes.take_open': 'draw',
  'gnomes.gem': 'bead',
  'gnomes.cave': 'shift',
  'gnomes.clear': 'stones',
  'gnomes.wind': 'wind',
};
const CAVE_IN = 'K';

export function sound({ key, facts }: EventInfo): Sound | null {
  if (key === 'gnomes.curse') return facts?.card === CAVE_IN ? 'stones' : 'fog';
  return SOUNDS[key] ?? null;
}
