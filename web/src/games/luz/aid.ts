import { Preference } from '../../lib/preference.svelte';
import type { TableState } from '../../lib/table.svelte';
import type { LuzCandidates } from '../../protocol';

/** How much of the deduction aid is shown. */
export const DIALS = ['off', 'ranges', 'full'] as const;
export type Dial = (typeof DIALS)[number];

/** How much of the table's aid the reader wants to see. */
export const wantedAid = new Preference<Dial>('aid', asDial);

function asDial(kept: unknown): Dial {
  return DIALS.find((dial) => dial === kept) ?? 'full';
}

/** How much of it the host of the table allows. */
export function allowedAid(table: TableState): string {
  return String(table.info?.settings.game?.aid ?? 'off');
}

/** What the table has worked out for the reader's own cards; it is made by the server's Luz. */
export function aidAt(table: TableState): LuzCandidates[] | null {
  return table.aid as LuzCandidates[] | null;
}
