import { t } from '../i18n/index.svelte';
import type { SeatInfo, TableInfo } from '../protocol';

/** How somebody at a table is called; bots by the sign of their seat, in the reader's language. */
export function nameOf(seat: SeatInfo): string {
  if (seat.kind === 'bot') return t.bot(t.seatNames[seat.seat] ?? '');
  return seat.name || t.seatNames[seat.seat] || '?';
}

/** Names of all seats; those that are alike get the sign of their seat. */
export function namesAt(info: TableInfo | null): string[] {
  const plain = (info?.seats ?? []).map((seat) => nameOf(seat));
  return plain.map((name, seat) =>
    plain.filter((other) => other === name).length > 1 ? `${name} (${t.seatNames[seat]})` : name,
  );
}
