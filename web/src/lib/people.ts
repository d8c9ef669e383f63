import { t } from '../i18n/index.svelte';
import { SIGNS } from '../i18n/signs';
import type { SeatInfo, TableInfo } from '../protocol';

/** The displayed name of a seat; bots and guests without a name get the sign of their seat, in the reader's language. */
export function nameOf(seat: SeatInfo): string {
  const sign = t.seatNames[seat.seat] ?? '?';
  if (seat.kind === 'bot') return t.botsOf[characterOf(seat.level)] ?? t.bot(sign);
  return !seat.name || SIGNS.has(seat.name.replace(/ \d+$/, '')) ? sign : seat.name;
}

/** The strength of a bot, without its character. */
export function strengthOf(level: string): string {
  return level.split(':')[0]!;
}

/** The character of a bot: "bold" of "casual:bold", or nothing. */
export function characterOf(level: string): string {
  return level.split(':')[1] ?? '';
}

/** What a bot is called where nobody sits yet: "casual", or "casual, bold". */
export function levelName(level: string): string {
  const strength = t.levels[strengthOf(level)] ?? strengthOf(level);
  const character = t.characters[characterOf(level)];
  return character ? `${strength}, ${character}` : strength;
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
