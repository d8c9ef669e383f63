import { t } from '../../i18n/index.svelte';
import type { TurnWords } from '../../lib/since';
import type { EventInfo } from '../../protocol';
import { luz } from './words';

/** What a player has played since my last card, and whether they took a trick; bets are shown beside the hands. */
export function turn(events: EventInfo[]): TurnWords | null {
  // Cards of covered tricks are no longer named (L10).
  const known = events.filter((event) => event.key === 'luz.play' && event.facts?.card);
  const cards = known.map((event) => luz.suitCard(event.facts?.card as string));
  const tricks = events.filter((event) => event.key === 'luz.trick').length;
  const scored = events.findLast((event) => event.key.startsWith('luz.bet_'));
  const points = (scored?.facts?.points as number | undefined) ?? 0;
  if (!cards.length && !tricks) return null;
  const text = cards.length ? t.list(cards) : luz.tricks(tricks);
  if (scored) return { text, gain: t.signed(points), worth: points };
  return { text, gain: tricks ? luz.took : '', worth: tricks };
}
