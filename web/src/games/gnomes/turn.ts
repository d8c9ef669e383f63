import type { TurnWords } from '../../lib/since';
import type { EventInfo } from '../../protocol';
import { gnomes } from './words';

/** A turn of Gnomes in a few words: the card that was played, and on whom; curses come first. */
export function turn(events: EventInfo[], names: string[]): TurnWords | null {
  const played = events.findLast((event) => /\.(curse|gem|cave|clear|wind|drop|pass)$/.test(event.key));
  if (!played) return null;
  const {
    card = 'C',
    target,
    fog,
  } = (played.facts ?? {}) as { card?: string; target?: number; fog?: string };
  const verb = played.key.slice('gnomes.'.length);
  if (verb === 'pass') return { text: gnomes.pass, gain: '', worth: 0 };
  if (verb === 'drop') return { text: gnomes.drop(card), gain: '', worth: 0 };
  const on = target !== undefined ? names[target] : fog ? gnomes.cardName(fog) : null;
  const worth = verb === 'curse' ? 3 : verb === 'gem' ? 2 : 1;
  return { text: on ? `${gnomes.cardName(card)} → ${on}` : gnomes.cardName(card), gain: '', worth };
}
