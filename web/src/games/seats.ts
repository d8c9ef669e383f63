/** Seats clockwise from the one after `seat`; a spectator sees them from the first on. */
export function othersFrom(seat: number, players: number): number[] {
  const first = seat < 0 ? 0 : seat + 1;
  return Array.from({ length: seat < 0 ? players : players - 1 }, (_, step) => (first + step) % players);
}
