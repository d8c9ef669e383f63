import type { NewTable, TableSettings } from '../protocol';
import { usual as gnomes } from './gnomes/usual';
import { usual as luz } from './luz/usual';
import { usual as nizam } from './nizam/usual';
import { usual as pearl } from './pearl/usual';

/** What a new table of a game has unless somebody chooses otherwise. */
export interface Usual {
  players: number;
  playersAtDevice?: number; // At one device, if that is another number.
  settings?: TableSettings;
  firstOptions?: NewTable['options']; // Preselected at a person's first table of this game.
  optionsFor?: Record<string, number>; // Options that mean something with this number of players only.
}

const GAMES: Record<string, Usual> = { nizam, pearl, gnomes, luz };

export function usualOf(game: string): Usual {
  return GAMES[game] ?? { players: 2 };
}
