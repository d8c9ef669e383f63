import type { Sound } from '../../lib/sound';
import type { EventInfo } from '../../protocol';

const SOUNDS: Record<string, Sound> = { 'luz.bid': 'bead', 'luz.play': 'draw', 'luz.trick': 'trick' };

export function sound({ key, facts }: EventInfo): Sound | null {
  return key === 'luz.play' && facts?.way === 'trump' ? 'trump' : (SOUNDS[key] ?? null);
}
