import type { GameCard, GameModule, SettingWords, Usual } from '../lib/game';
import { optionName } from '../lib/languages';
import type { Decks } from '../lib/shuffles';
import type { View } from '../protocol';
import { card as plain } from './plain/card';
import { REGISTRY } from './registry';

type GameId = View['game'];
// The compiler checks that the parts of each game take the views of that game.
const CARDS: { [G in GameId]: GameCard<Extract<View, { game: G }>> } = REGISTRY;

/** Ids of the games with their own board, in the order of the home page. */
export const GAMES = Object.keys(CARDS) as GameId[];

/**
 * A game's card; games without a board of their own share the plain one. A table shows views of its own game only, so the
 * game's parts can be handed any table's view.
 */
function cardOf(game: string): GameCard {
  return Object.hasOwn(CARDS, game) ? (CARDS[game as GameId] as unknown as GameCard) : plain;
}

export function pictureOf(game: string): GameCard['Picture'] {
  return cardOf(game).Picture;
}

export function usualOf(game: string): Usual {
  return cardOf(game).usual;
}

/** Everything that people may switch on for single games, in the order of the games. */
export const SWITCHES = Object.values<Pick<GameCard, 'switches'>>(CARDS).flatMap(
  ({ switches = [] }) => switches,
);

/** A setting of a game's tables in words; one that the page does not know is called as its package calls it. */
export function settingWords(game: string, name: string): SettingWords {
  return cardOf(game).settings?.()[name] ?? { title: optionName(game, name) ?? name, choices: {} };
}

export async function loadGame(game: string): Promise<GameModule> {
  return (await cardOf(game).load()).default;
}

/** The cards of a game, to check a deal; undefined: the page does not know them. */
export async function loadDecks(game: string): Promise<Decks | undefined> {
  return (await cardOf(game).decks?.())?.decks;
}
