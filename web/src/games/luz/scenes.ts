import type { EventInfo, LuzView } from '../../protocol';
import type { Scene } from '../../lib/scene';

const TURN_OVER = 450; // A card is turned over.
const TRICK_STAYS = 2000; // Or until somebody taps.
const BET = 300;

/** A card turns over; a finished trick stays on the table for a while. */
export function scenes(before: LuzView, events: EventInfo[], after: LuzView): Scene<LuzView>[] {
  const pictures: Scene<LuzView>[] = [];
  const trick = events.findLast((event) => event.key === 'luz.trick');
  const play = events.findLast((event) => event.key === 'luz.play');
  // Events of a covered trick name no card any more: there is nothing to turn over.
  if (trick && play?.facts?.card && after.last_trick) {
    const view = { ...withPlayed(before, play), trick: after.last_trick, to_act: -1, legal: [] };
    pictures.push({ view, event: play, ms: TURN_OVER }, { view, event: trick, ms: TRICK_STAYS });
  } else if (play?.facts?.card) {
    pictures.push({ view: after, event: play, ms: TURN_OVER });
  } else if (events.some((event) => event.key === 'luz.bid')) {
    pictures.push({ view: after, event: events[0]!, ms: BET });
  }
  return pictures;
}

function withPlayed(view: LuzView, play: EventInfo): LuzView {
  const slot = (play.facts as { slot: number }).slot - 1;
  const hands = view.hands.map((hand, seat) =>
    seat === play.seat
      ? hand.map((card, place) => (place === slot ? { ...card, card: null, played: true } : card))
      : hand,
  );
  return { ...view, hands };
}
