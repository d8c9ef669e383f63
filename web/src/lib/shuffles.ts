import { fingerprint, hmac } from './hmac';
import type { FairRecord, KeptSeed } from './seeds';
import { bytesOf } from './sha256';
import { Words } from './siphash';

/** Checks of a deal: every shuffle of a record follows from the opened seeds, by the recipe of docs/record.md. */

/** The cards of a game, as the recipe lists them before a shuffle. */
export interface Decks {
  /** Codes of all kinds in the order before a shuffle. */
  order: readonly string[];
  /** The cards of each shuffle at the set-up, in that order. */
  setUp: (options: DealOptions) => string[][];
  /** The cards of a later shuffle, if they are always the same; absent: those that have been discarded. */
  later?: (options: DealOptions) => string[];
  /** The name of a card in the reader's language. */
  cardName: (card: string) => string;
}

export type DealOptions = Record<string, unknown> & { players: number };

/** A record, as far as it is read here. */
export interface DealtRecord extends FairRecord {
  format: string;
  game: string;
  options: DealOptions;
  names?: string[];
  first: number;
  shuffles: string[][];
  actions: string[];
}

export interface ShuffleCheck {
  cards: number; // How many cards were mixed.
  /** null: the page does not know the cards of this game. */
  agrees: boolean | null;
  /** The first card that differs, counted from 1; null: none, or none in particular. */
  card: { place: number; should: string[]; was: string } | null;
}

export interface DealCheck {
  shuffles: ShuffleCheck[];
  /** Whether the opened number of the server has the fingerprint in the record. */
  isOpened: boolean;
  /** Whether that is the fingerprint that this browser was shown before the deal; null: it has kept none. */
  isShown: boolean | null;
  /** By seat: the number that took part: this browser's, another one, or none. */
  seats: ('mine' | 'other' | 'none')[];
  /** Whether this browser has given a number that is not among them. */
  isMissing: boolean;
  /** Whether the seeds give the starting seat of the record; null: the page does not know this game. */
  startsRight: boolean | null;
  /** Many tables have played this deal. */
  isKnownDeal: boolean;
}

/** Whether everything agrees that could be checked, and all shuffles could be. */
export function isSound(check: DealCheck): boolean {
  return !isBroken(check) && check.shuffles.every(({ agrees }) => agrees === true);
}

/** Whether something does not agree. */
export function isBroken(check: DealCheck): boolean {
  return (
    !check.isOpened ||
    check.isShown === false ||
    check.startsRight === false ||
    check.isMissing ||
    check.shuffles.some(({ agrees }) => agrees === false)
  );
}

/** A record that can be checked, read from the text of a file; null if it is not one. Of several lines the first counts. */
export function readRecord(text: string): DealtRecord | null {
  for (const part of [text, text.split('\n', 1)[0]!]) {
    try {
      const read: unknown = JSON.parse(part);
      return isRecord(read) ? read : null;
    } catch {
      continue;
    }
  }
  return null;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isRecord(value: unknown): value is DealtRecord {
  if (typeof value !== 'object' || value === null) return false;
  const read = value as Partial<DealtRecord>;
  return (
    read.format === 'heliodor/1' &&
    typeof read.game === 'string' &&
    Number.isInteger(read.options?.players) &&
    Number.isInteger(read.first) &&
    (read.names === undefined || isTexts(read.names)) &&
    isTexts(read.actions) &&
    Array.isArray(read.shuffles) &&
    read.shuffles.every(isTexts)
  );
}

const HEX = /^[0-9a-f]{64}$/;

/** Whether a record has seeds that this page can check. */
export function hasSeeds({ fairness, options }: DealtRecord): boolean {
  return (
    typeof fairness === 'object' &&
    fairness.scheme === 'heliodor-fair/1' &&
    HEX.test(fairness.server_seed) &&
    HEX.test(fairness.commitment) &&
    Array.isArray(fairness.seat_seeds) &&
    fairness.seat_seeds.length === options.players &&
    fairness.seat_seeds.every((seed) => seed === null || typeof seed === 'string')
  );
}

/**
 * Recompute every shuffle of a record. `kept` is what this browser has kept of the match: whatever the server says about
 * its seats, that number must be in the record.
 */
export async function checkDeal(
  record: DealtRecord,
  decks: Decks | undefined,
  kept: KeptSeed | null,
): Promise<DealCheck> {
  const { commitment, server_seed, seat_seeds, deal } = record.fairness!;
  const lines = seat_seeds.map((seed, seat) => (seed === null ? '' : `${seat}:${seed}\n`));
  const secret = await hmac(bytesOf(server_seed), lines.join(''));
  return {
    isOpened: (await fingerprint(bytesOf(server_seed))) === commitment,
    isShown: kept && commitment === kept.commitment,
    seats: seat_seeds.map((seed) => (seed === null ? 'none' : seed === kept?.seed ? 'mine' : 'other')),
    isMissing: kept !== null && !seat_seeds.includes(kept.seed),
    ...(decks ? await new Mixer(record, secret).all(decks) : unknown(record)),
    isKnownDeal: Boolean(deal),
  };
}

function unknown({ shuffles }: DealtRecord): Pick<DealCheck, 'shuffles' | 'startsRight'> {
  return {
    shuffles: shuffles.map(({ length }) => ({ cards: length, agrees: null, card: null })),
    startsRight: null,
  };
}

/** The permutation of a shuffle: at place i lies the card that was at place `result[i]` before. */
export function permutation(length: number, words: Words): number[] {
  const places = Array.from({ length }, (_, place) => place);
  let [word, left] = [0n, 0];
  for (let i = length - 1; i > 0; i--) {
    let product: number;
    do {
      if (left === 0) [word, left] = [words.next(), 4];
      product = Number(word & 0xffffn) * (i + 1);
      word >>= 16n;
      left--;
    } while ((product & 0xffff) < 65536 % (i + 1));
    const j = Math.floor(product / 65536);
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  return places;
}

/** Mixes the cards of a record again. */
class Mixer {
  readonly #record: DealtRecord;
  readonly #secret: Uint8Array<ArrayBuffer>;
  readonly #keys = new Map<string, Uint8Array>();

  constructor(record: DealtRecord, secret: Uint8Array<ArrayBuffer>) {
    this.#record = record;
    this.#secret = secret;
  }

  async all(decks: Decks): Promise<Pick<DealCheck, 'shuffles' | 'startsRight'>> {
    const { shuffles, options, first } = this.#record;
    const words = await this.#words('set-up');
    const atSetUp = decks.setUp(options).map((cards, number) => {
      const mixed = permutation(cards.length, words).map((place) => cards[place]!);
      return compared(mixed, shuffles[number] ?? []);
    });
    const startsRight = Number(words.next() % BigInt(options.players)) === first;
    return { shuffles: [...atSetUp, ...(await this.#later(decks, atSetUp.length))], startsRight };
  }

  /** Shuffles after the set-up: each by the key of an action after the one before it. */
  async #later(decks: Decks, from: number): Promise<ShuffleCheck[]> {
    const { shuffles, actions, options } = this.#record;
    const checked: ShuffleCheck[] = [];
    const whole = decks.later?.(options);
    const rank = new Map(decks.order.map((card, place) => [card, place]));
    let [ply, words] = [-1, null as Words | null]; // Of the latest shuffle: an action may need two.
    for (const was of shuffles.slice(from)) {
      const sorted = whole ?? [...was].sort((a, b) => (rank.get(a) ?? -1) - (rank.get(b) ?? -1));
      const isWhole = was.every((card) => rank.has(card)) && fits(was, decks.setUp(options).flat());
      let found = words !== null && isWhole && gives(sorted, was, words);
      for (let next = ply + 1; next < actions.length && !found && isWhole; next++) {
        const tried = await this.#words(String(next));
        if (gives(sorted, was, tried)) [found, ply, words] = [true, next, tried];
      }
      if (found) checked.push({ cards: was.length, agrees: true, card: null });
      else {
        checked.push(await this.#nearest(was, rank, whole, ply + 1));
        words = null;
      }
    }
    return checked;
  }

  /** What is wrong with a shuffle that no action gives: the action that explains most of it tells the wrong card. */
  async #nearest(
    was: string[],
    rank: Map<string, number>,
    whole: string[] | undefined,
    from: number,
  ): Promise<ShuffleCheck> {
    let best: Misplaced | null = null;
    let mixed: string[] | null = null;
    for (let ply = from; ply < this.#record.actions.length; ply++) {
      const places = permutation(was.length, await this.#words(String(ply)));
      const found = misplaced(was, places, rank);
      if (best === null || found.count < best.count) {
        best = found;
        mixed = whole?.length === was.length ? places.map((place) => whole[place]!) : null;
      }
    }
    const isNear = best !== null && best.count <= was.length / 4;
    if (isNear && mixed) return compared(mixed, was);
    return { cards: was.length, agrees: false, card: isNear ? best!.first : null };
  }

  async #words(text: string): Promise<Words> {
    let key = this.#keys.get(text);
    if (!key) this.#keys.set(text, (key = (await hmac(this.#secret, text)).slice(0, 16)));
    return new Words(key);
  }
}

function compared(mixed: string[], was: string[]): ShuffleCheck {
  const place = mixed.findIndex((card, i) => card !== was[i]);
  if (place < 0) return { cards: was.length, agrees: mixed.length === was.length, card: null };
  const card =
    was[place] === undefined ? null : { place: place + 1, should: [mixed[place]!], was: was[place] };
  return { cards: was.length, agrees: false, card };
}

function gives(sorted: string[], was: string[], words: Words): boolean {
  if (sorted.length !== was.length) return false;
  const places = permutation(was.length, words);
  return places.every((place, i) => sorted[place] === was[i]);
}

/** Whether a deck has no more cards of a kind than all cards of the game together. */
function fits(some: string[], all: string[]): boolean {
  const left = new Map<string, number>();
  for (const card of all) left.set(card, (left.get(card) ?? 0) + 1);
  return some.every((card) => {
    const count = left.get(card) ?? 0;
    left.set(card, count - 1);
    return count > 0;
  });
}

interface Misplaced {
  count: number;
  first: { place: number; should: string[]; was: string } | null;
}

/**
 * Undo a shuffle: then the cards lie sorted. Those that break the order are misplaced, and their neighbours tell
 * what should lie there.
 */
function misplaced(was: string[], places: number[], rank: Map<string, number>): Misplaced {
  const sorted: string[] = [];
  const cameTo: number[] = []; // By the place before the shuffle: the place after it.
  places.forEach((place, i) => {
    sorted[place] = was[i]!;
    cameTo[place] = i;
  });
  const kept = longestSorted(sorted.map((card) => rank.get(card) ?? -1));
  const wrong = sorted.flatMap((_, place) => (kept.has(place) ? [] : [place]));
  const first = wrong.sort((a, b) => cameTo[a]! - cameTo[b]!)[0];
  if (first === undefined) return { count: 0, first: null };
  const before = sorted.findLast((_, place) => place < first && kept.has(place));
  const after = sorted.find((_, place) => place > first && kept.has(place));
  const should = [...new Set([before, after].filter((card) => card !== undefined))];
  return { count: wrong.length, first: { place: cameTo[first]! + 1, should, was: sorted[first]! } };
}

/** The places of a longest subsequence that never falls. */
function longestSorted(ranks: number[]): Set<number> {
  const best = ranks.map(() => 1);
  const from = ranks.map(() => -1);
  let end = -1;
  ranks.forEach((rank, i) => {
    if (rank < 0) return; // Not a card of this game.
    for (let j = 0; j < i; j++)
      if (ranks[j]! >= 0 && ranks[j]! <= rank && best[j]! + 1 > best[i]!)
        [best[i], from[i]] = [best[j]! + 1, j];
    if (end < 0 || best[i]! > best[end]!) end = i;
  });
  const kept = new Set<number>();
  for (; end >= 0; end = from[end]!) kept.add(end);
  return kept;
}
