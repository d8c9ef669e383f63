import { dictionary, t } from '../i18n/index.svelte';
import type { EventInfo } from '../protocol';
import { session } from './session.svelte';

/** The text of a server's package in the reader's language, or else in English. */
export function inLanguage<T>(byLanguage: Record<string, T>): T | undefined {
  return byLanguage[dictionary.language] ?? byLanguage.en;
}

/** The title, a blurb and the duration of a game; for games that the page does not know, from their package. */
export function gameWords(game: string): { title: string; blurb: string; minutes: string } {
  const info = session.game(game);
  const told = info && inLanguage(info.words);
  return t.games[game] ?? told ?? { title: info?.title ?? '', blurb: '', minutes: '' };
}

/** Whether there is a page of rules for a game. */
export function hasRules(game: string): boolean {
  return t.games[game] !== undefined || Object.keys(session.game(game)?.words ?? {}).length > 0;
}

/** The name of an option of a game or a setting of its tables; undefined if neither the page nor the game's package has one. */
export function optionName(game: string, option: string): string | undefined {
  if (t.games[game]) return t.options[option];
  const info = session.game(game);
  const told = info && inLanguage(info.words)?.options[option];
  const known = [...(info?.options ?? []), ...(info?.settings ?? [])];
  return told ?? known.find(({ name }) => name === option)?.summary;
}

/** An event as a sentence; empty if it has none. */
export function sentenceOf(event: EventInfo, name: (seat: number) => string): string {
  const ours = t.events[event.key];
  if (ours) return ours(name(event.seat), event.facts ?? {}, name);
  return named((event.text && inLanguage(event.text)) ?? '', name);
}

/** A text of a game with the players' names in it: {0} is the name of seat 0. */
export function named(text: string, name: (seat: number) => string): string {
  return text.replace(/\{(\d+)}/g, (_place, seat: string) => name(Number(seat)));
}
