import type { Clock, GameInfo, SeatPlan, TableSettings } from '../protocol';
import { usualOf } from '../games';
import { strengthOf } from '../lib/people';

export type Level = NonNullable<SeatPlan['level']>;

export function usualPlayers(game: GameInfo, atDevice = false): number {
  const { players, playersAtDevice = players } = usualOf(game.id);
  return Math.min(game.max_players, Math.max(game.min_players, atDevice ? playersAtDevice : players));
}

/** The default strength of bots: casual, or the strongest if a game has no casual bots. */
export function usualLevel({ levels }: GameInfo): Level {
  return levels.includes('casual') ? 'casual' : (levels.at(-1) as Level);
}

/** Levels for some bots that differ in character as far as they can, the first of them by chance. */
export function mixedLevels({ characters }: GameInfo, level: Level, count: number): Level[] {
  const possible = characters.filter((name) => strengthOf(name) === level) as Level[];
  const first = Math.floor(Math.random() * possible.length);
  return Array.from({ length: count }, (_, bot) => possible[(first + bot) % possible.length] ?? level);
}

/** Clocks that most people want; every other one can be set by its numbers. */
export const USUAL_CLOCKS: readonly Clock[] = [
  { kind: 'none' },
  { kind: 'turn', seconds: 30 },
  { kind: 'turn', seconds: 60 },
  { kind: 'bank', seconds: 300, increment: 10 },
  { kind: 'bank', seconds: 900, increment: 15 },
  { kind: 'days', days: 1 },
  { kind: 'days', days: 3 },
];

/** The seats of a new table when another number of players is chosen: those that stay keep what was chosen for them. */
export function seatsFor(
  count: number,
  old: SeatPlan[],
  fill: SeatPlan['kind'],
  name: (seat: number) => string,
): SeatPlan[] {
  return Array.from({ length: count }, (_, seat) => old[seat] ?? newSeat(seat, fill, name));
}

function newSeat(seat: number, fill: SeatPlan['kind'], name: (seat: number) => string): SeatPlan {
  if (seat === 0) return { kind: 'me' };
  return fill === 'device' ? { kind: 'device', name: name(seat) } : { kind: fill, level: 'casual' };
}

export type Settings = Required<TableSettings>;

export const DEFAULT_SETTINGS: Settings = {
  public: false,
  clock: { kind: 'none' },
  spectators: true,
  talk: 'free',
  coach: false,
  ready: false,
  cover: true,
  game: {},
  hints: null, // By the seats: allowed against bots alone, none among people.
};
