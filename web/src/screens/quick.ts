import type { GameInfo, NewTable, SeatPlan } from '../protocol';
import { usualOf } from '../games';
import { api, ApiError } from '../lib/api';
import { mixedLevels, usualLevel, usualPlayers, type Level } from './plans';
import { router } from '../lib/route.svelte';
import { session } from '../lib/session.svelte';
import { keep, readKept } from '../lib/storage';

/** The table that "Play now" makes: the number of players, the strength of the bots, and the coach. */
export interface Quick {
  players: number;
  level: Level;
  coach?: boolean; // Whether the coach asks before a mistake.
}

/** The last choice in this browser, as far as the game still offers it. */
export function quickOf(game: GameInfo): Quick {
  const kept = recordOf(readKept().quick)[game.id] as Partial<Quick> | undefined;
  const players = kept?.players ?? 0;
  const isPossible = Number.isInteger(players) && players >= game.min_players && players <= game.max_players;
  return {
    players: isPossible ? players : usualPlayers(game),
    level: kept?.level && game.levels.includes(kept.level) ? kept.level : usualLevel(game),
    ...(kept?.coach === true && game.hints ? { coach: true } : {}),
  };
}

export function keepQuick(game: string, chosen: Quick): void {
  keep({ quick: { ...recordOf(readKept().quick), [game]: chosen } });
}

/** Me against bots, or alone; the first table of a game has what is best for a first match. */
export function quickTable(game: GameInfo, { players, level, coach }: Quick, isFirst: boolean): NewTable {
  const bots = mixedLevels(game, level, players - 1).map((each): SeatPlan => ({ kind: 'bot', level: each }));
  const { settings, firstOptions } = usualOf(game.id);
  return {
    game: game.id,
    options: isFirst ? (firstOptions ?? {}) : {},
    seats: [{ kind: 'me' }, ...bots],
    settings: { ...(settings?.game ? { game: settings.game } : {}), ...(coach ? { coach } : {}) },
  };
}

/** Make a table, deal at once and go there. */
export async function startTable(wanted: NewTable): Promise<void> {
  await session.ensure();
  const table = await api.createTable(wanted);
  const { giveSeed } = await import('../lib/seeds'); // Not needed before the first match.
  await giveSeed(table);
  await api.start(table.id);
  notePlayed(wanted.game);
  router.go(`/t/${table.id}`);
}

/** Whether this browser has never asked if a person wants to learn this game before the first match. */
export function mayOfferLesson(game: string): boolean {
  return !listOf(readKept().offered).includes(game);
}

export function noteOffered(game: string): void {
  keep({ offered: [...listOf(readKept().offered), game] });
}

/** Whether I have never sat at a table of this game, by the server's list of my tables and by what this browser has kept. */
export async function isFirstTable(game: string): Promise<boolean> {
  if (hasPlayedHere(game)) return false;
  await session.ready;
  if (!session.me) return true;
  try {
    return !(await api.myTables()).tables.some((table) => table.game === game);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return true; // The server cannot say.
  }
}

/** Remember that somebody at this browser has begun a table of this game. */
export function notePlayed(game: string): void {
  if (!hasPlayedHere(game)) keep({ played: [...playedHere(), game] });
}

export function hasPlayedHere(game: string): boolean {
  return playedHere().includes(game);
}

function playedHere(): string[] {
  return listOf(readKept().played);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
