import { t } from '../i18n/index.svelte';
import { SIGNS } from '../i18n/signs';
import type { SeatInfo, TableInfo } from '../protocol';

/** The displayed name of a seat; bots and guests without a name get the sign of their seat, in the reader's language. */
export function nameOf(seat: SeatInfo): string {
  const sign = t.seatNames[seat.seat] ?? '?';
  if (seat.kind === 'bot') return t.bot(sign);
  return !seat.name || SIGNS.has(seat.name.replace(/ \d+$/, '')) ? sign : seat.name;
}

/** Whether a name needs more room than most places on a phone have. */
export function isLong(name: string): boolean {
  return name.length > 12;
}

/** Names of all seats; those that are alike get the sign of their seat. */
export function namesAt(info: TableInfo | null): string[] {
  const plain = (info?.seats ?? []).map((seat) => nameOf(seat));
  return plain.map((name, seat) =>
    plain.filter((other) => other === name).length > 1 ? `${name} (${t.seatNames[seat]})` : name,
  );
}

/** The seats of other people: not mine, no bots, not free. */
export function othersAt(info: TableInfo): SeatInfo[] {
  return info.seats.filter((seat) => !seat.yours && (seat.kind === 'person' || seat.kind === 'device'));
}
