import type { Dial } from './aid';
import type { LuzCandidates, LuzSlot, LuzTrick, LuzView } from '../../protocol';

/** Names of the colours in the sprite and in the style sheet. */
export const SUITS: Record<string, string> = { R: 'red', Y: 'yellow', G: 'green', B: 'blue', P: 'purple' };

/** Own cards of one colour that are still in hand, low to high; `slot` counts from 1, as in "play 4". */
export interface Group {
  colour: string;
  slots: number[];
}

export function groupsOf(hand: LuzSlot[]): Group[] {
  const groups: Group[] = [];
  hand.forEach(({ colour, played }, place) => {
    if (played) return;
    const last = groups.at(-1);
    if (last?.colour === colour) last.slots.push(place + 1);
    else groups.push({ colour, slots: [place + 1] });
  });
  return groups;
}

/** What the deduction aid says about a card: "3–8", "2, 4–6", "7"; as much as the reader wants to know. */
export function rangeText(aid: LuzCandidates[] | null, slot: number, dial: Dial, kind: string): string {
  const values = dial === 'off' ? undefined : aid?.find((each) => each.slot === slot)?.values;
  if (!values?.length) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) return String(low);
  return dial === 'full' && kind === 'full' ? runsText(values) : `${low}–${high}`;
}

function runsText(values: number[]): string {
  const runs: [number, number][] = [];
  for (const value of [...values].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === value - 1) last[1] = value;
    else runs.push([value, value]);
  }
  return runs
    .map(([low, high]) => (low === high ? low : high === low + 1 ? `${low},${high}` : `${low}–${high}`))
    .join(',');
}

/** Seats in the order in which they play to a trick. */
export function orderOf(trick: LuzTrick, players: number): number[] {
  return Array.from({ length: players }, (_, step) => (trick.leader + step) % players);
}

/** How many tricks of the present deal have been taken. */
export function tricksTaken(view: LuzView): number {
  return view.deals.at(-1)!.tricks.reduce((sum, count) => sum + count, 0);
}

/** The highest bet that is allowed, and whether a bet is. */
export function highestBid(view: LuzView): number {
  return Math.max(
    0,
    ...view.legal.filter((action) => action.startsWith('bid ')).map((action) => parseInt(action.slice(4))),
  );
}
