const PLACE = 'heliodor';

/** What this browser stores: settings, and nothing that must not be lost. Without storage it lasts until the page is closed. */
export type Kept = Record<string, unknown>;

export function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

export function keep(values: Kept): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...readKept(), ...values }));
  } catch {
    return; // Storage is full or switched off: the setting holds for this visit.
  }
}
