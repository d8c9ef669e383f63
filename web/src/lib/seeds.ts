import type { TableInfo } from '../protocol';
import { api, newSeed } from './api';
import { bytesOf, sha256 } from './sha256';

const PLACE = 'heliodor.seeds';
const MOST = 60; // Tables; the oldest are forgotten.

/** This person's seed at one table, and the commitment that it answered. */
export interface KeptSeed {
  seed: string;
  commitment: string;
}

/** What the record of a finished match says about the seeds. */
export interface SeedCheck {
  seeds: number; // How many seats have added one.
  /** Whether the server's seed matches its commitment and this browser's seed was used; null: none is stored here. */
  isUsed: boolean | null;
}

/** The part of a record that is read here. */
export interface FairRecord {
  fairness?: {
    scheme?: string;
    commitment: string;
    server_seed: string;
    seat_seeds: (string | null)[];
    deal?: string | null;
  };
}

function readAll(): Record<string, KeptSeed> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, KeptSeed>;
  } catch {
    return {};
  }
}

export function keptSeed(table: string): KeptSeed | null {
  return readAll()[table] ?? null;
}

/** What this browser has kept of the match with this commitment, for a record that comes as a file. */
export function keptSeedFor(commitment: string): KeptSeed | null {
  return Object.values(readAll()).find((kept) => kept.commitment === commitment) ?? null;
}

function keepSeed(table: string, kept: KeptSeed): void {
  write([...Object.entries(readAll()).filter(([other]) => other !== table), [table, kept]]);
}

/** Forget the seed of a table that this person has left before the cards were dealt. */
export function forgetSeed(table: string): void {
  write(Object.entries(readAll()).filter(([other]) => other !== table));
}

function write(entries: [string, KeptSeed][]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(entries.slice(-MOST))));
  } catch {
    return; // Storage is full or switched off: the seed is used, but cannot be checked here.
  }
}

const underWay = new Map<string, Promise<TableInfo>>();

/** Add a seed to the shuffles of a table where this browser has a seat, in answer to the commitment that it was shown. */
export function giveSeed(info: TableInfo): Promise<TableInfo> {
  const known = keptSeed(info.id);
  const seed = known?.commitment === info.commitment ? known.seed : newSeed();
  let giving = underWay.get(info.id);
  if (!giving) {
    keepSeed(info.id, { seed, commitment: info.commitment });
    giving = api
      .join(info.id, { seed, commitment: info.commitment })
      .then((answer) => {
        // It came after the cards were dealt, so it is not in the record.
        const isLate = answer.status !== 'open' && answer.seats.some((seat) => seat.yours && !seat.seeded);
        if (isLate) forgetSeed(info.id);
        return answer;
      })
      .catch((error: unknown) => {
        forgetSeed(info.id);
        throw error;
      })
      .finally(() => underWay.delete(info.id));
    underWay.set(info.id, giving);
  }
  return giving;
}

/** Whether this browser has a seat at a table that waits for its seed. */
export function needsSeed(info: TableInfo, seats: readonly number[]): boolean {
  return (
    info.status === 'open' && info.deal === null && seats.some((seat) => info.seats[seat]?.seeded === false)
  );
}

/** Look for this browser's seed in a record; null if it has no seeds, or if many tables have played this deal. */
export function checkSeeds(
  { fairness }: FairRecord,
  kept: KeptSeed | null,
  seats: readonly number[],
): SeedCheck | null {
  if (!fairness || fairness.deal) return null;
  const { seat_seeds, server_seed, commitment } = fairness;
  const isUsed =
    kept === null || seats.length === 0
      ? null
      : commitment === kept.commitment &&
        sha256(bytesOf(server_seed)) === kept.commitment &&
        seats.every((seat) => seat_seeds[seat] === kept.seed);
  return { seeds: seat_seeds.filter((seed) => seed !== null).length, isUsed };
}
