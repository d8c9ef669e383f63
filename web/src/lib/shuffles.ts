import { fingerprint, hmac } from './hmac';
import type { FairRecord, KeptSeed } from './seeds';
import { bytesOf } from './sha256';
import type { Chance } from './rules/chance';
import { Words } from './siphash';

/** Checks of a deal: every shuffle of a record follows from the opened seeds, by the recipe of docs/record.md. */

/** The cards of a game, as the recipe lists them before a shuffle. */
export interface Decks {
  /** The cards of each shuffle at the set-up, in the order before it. */
  setUp: (options: DealOptions) => string[][];
  /** A later shuffle, counted from 1, if it always has the same cards and belongs to the same ply; null: no more. */
  later?: (number: number, options: DealOptions) => { cards: string[]; ply: number } | null;
  /** The rules, if a later shuffle has the cards that have been discarded: the match is played again. */
  replay?: () => Promise<{ replay: Replay }>;
  /** The name of a card in the reader's language. */
  cardName: (card: string) => string;
}

/** The rules of a game, translated from those of the engine (docs/make_rules.py); a state is made of numbers. */
export interface Replay {
  MAX_SEATS: number;
  CODES: readonly string[]; // By the number of a card.
  OPTIONS: Record<string, unknown>; // The defaults.
  newState: () => object;
  configure: (state: object, options: object) => void;
  set_up: (state: object, first: number) => void;
  legal_actions: (state: object) => number;
  apply_action: (state: object, action: number) => void;
  /** The steps of an action as a record writes it; none if it is not one. */
  stepsOf: (text: string) => number[];
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
  /** null: the page does not know the cards of this game, or did not get that far. */
  agrees: boolean | null;
  /** The first card that differs, counted from 1; null: none, or none in particular. */
  card: { place: number; should: string; was: string } | null;
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
  /** The first action that the rules do not allow with the cards that the seeds give, counted from 1. */
  badAction: number | null;
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
    check.badAction !== null ||
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
  return {
    isOpened: (await fingerprint(bytesOf(server_seed))) === commitment,
    isShown: kept && commitment === kept.commitment,
    seats: seat_seeds.map((seed) => (seed === null ? 'none' : seed === kept?.seed ? 'mine' : 'other')),
    isMissing: kept !== null && !seat_seeds.includes(kept.seed),
    ...compareDeal(record, decks ? await mixAgain(record, decks) : null),
    isKnownDeal: Boolean(deal),
  };
}

/** What the seeds of a record give. */
export interface Mixed {
  mixed: string[][]; // The shuffles.
  first: number; // The seat that starts.
  badAction: number | null;
}

/** Mix all cards of a record again, from its seeds; its shuffles are not read. */
export async function mixAgain(record: DealtRecord, decks: Decks): Promise<Mixed> {
  const { server_seed, seat_seeds } = record.fairness!;
  const lines = seat_seeds.map((seed, seat) => (seed === null ? '' : `${seat}:${seed}\n`));
  return new Mixer(record, await hmac(bytesOf(server_seed), lines.join(''))).all(decks);
}

const unchecked = (cards: string[]): ShuffleCheck => ({ cards: cards.length, agrees: null, card: null });

/** Compare all shuffles of a record with what its seeds give; null: the page does not know this game. */
export function compareDeal(
  { shuffles, first }: DealtRecord,
  given: Mixed | null,
): Pick<DealCheck, 'shuffles' | 'startsRight' | 'badAction'> {
  if (!given) return { shuffles: shuffles.map(unchecked), startsRight: null, badAction: null };
  const { mixed, badAction } = given;
  // None may be missing, and none too many; but after an impossible action nothing is known.
  const reached = badAction === null ? Math.max(mixed.length, shuffles.length) : mixed.length;
  const checked = Array.from({ length: reached }, (_, i) => compared(mixed[i] ?? [], shuffles[i] ?? []));
  return {
    shuffles: [...checked, ...shuffles.slice(reached).map(unchecked)],
    startsRight: given.first === first,
    // Once other cards were dealt, other actions were possible.
    badAction: checked.every(({ agrees }) => agrees) ? badAction : null,
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

  constructor(record: DealtRecord, secret: Uint8Array<ArrayBuffer>) {
    this.#record = record;
    this.#secret = secret;
  }

  async all(decks: Decks): Promise<Mixed> {
    const { options, actions } = this.#record;
    if (decks.replay) return this.#playAgain((await decks.replay()).replay);
    const words = await this.#words('set-up');
    const mixed = decks.setUp(options).map((cards) => mix(cards, words));
    const first = Number(words.next() % BigInt(options.players));
    let next = decks.later?.(1, options);
    for (let number = 2; next && next.ply < actions.length; number++) {
      mixed.push(mix(next.cards, await this.#words(String(next.ply))));
      next = decks.later!(number, options);
    }
    return { mixed, first, badAction: null };
  }

  /** Play the whole match with the cards that the seeds give, as `heliodor record verify` does. */
  async #playAgain(rules: Replay): Promise<Mixed> {
    const { actions, options } = this.#record;
    const chance: Chance = { words: await this.#words('set-up'), shuffles: [] };
    const state = { ...rules.newState(), first: 0, chance };
    if (options.players > rules.MAX_SEATS) return { mixed: [], first: -1, badAction: null };
    rules.configure(state, { ...rules.OPTIONS, ...options });
    rules.set_up(state, -1);
    let badAction: number | null = null;
    for (let ply = 0; ply < actions.length && badAction === null; ply++) {
      chance.words = await this.#words(String(ply));
      if (!plays(rules, state, actions[ply]!)) badAction = ply + 1;
    }
    const mixed = chance.shuffles.map((cards) => cards.map((card) => rules.CODES[card]!));
    return { mixed, first: state.first, badAction };
  }

  async #words(text: string): Promise<Words> {
    return new Words((await hmac(this.#secret, text)).slice(0, 16));
  }
}

function mix(cards: string[], words: Words): string[] {
  return permutation(cards.length, words).map((place) => cards[place]!);
}

/** Play an action, step by step; whether all of it was legal. */
function plays(rules: Replay, state: object, text: string): boolean {
  const steps = rules.stepsOf(text);
  for (const step of steps) {
    if (!has(rules.legal_actions(state), step)) return false;
    rules.apply_action(state, step);
  }
  return steps.length > 0;
}

const has = (legal: number, step: number) => Math.floor(legal / 2 ** step) % 2 === 1;

function compared(mixed: string[], was: string[]): ShuffleCheck {
  const place = mixed.findIndex((card, i) => card !== was[i]);
  const agrees = place < 0 && mixed.length > 0 && mixed.length === was.length;
  const card = was[place] === undefined ? null : { place: place + 1, should: mixed[place]!, was: was[place] };
  return { cards: was.length, agrees, card };
}
