import type { Common } from './en';
import { signsIn } from './signs';
import type { FolderTexts, GameTexts, Reason, Sentence } from './texts';

/** All texts in one language: the common ones, and what every game adds to them. */
export type Words = Omit<Common, 'events' | 'reasons' | 'choices'> & {
  seatNames: string[]; // Signs of the seats: what bots and guests without a name are called.
  folders: Record<string, FolderTexts>; // Of all folders in `games`.
  games: Record<string, GameTexts>; // Of those folders that are a game.
  options: Record<string, string>;
  choices: Record<string, string>;
  events: Record<string, Sentence>; // By the whole key: "nizam.shift".
  hints: Record<string, Reason>; // By the whole key: "nizam.hint.points", "nizam.puzzle.less".
  reasons: Record<string, string>;
};

/** Join the common texts and those of the games' folders. */
export function merged(language: string, common: Common, folders: Record<string, FolderTexts>): Words {
  const all = Object.entries(folders);
  return {
    ...common,
    seatNames: signsIn(language),
    folders,
    games: Object.fromEntries(all.filter((each): each is [string, GameTexts] => 'title' in each[1])),
    options: Object.assign({}, ...all.map(([, own]) => own.options)),
    choices: Object.assign({}, common.choices, ...all.map(([, own]) => own.choices)),
    events: Object.assign({}, common.events, ...all.map(([game, own]) => prefixed(`${game}.`, own.events))),
    hints: Object.assign(
      {},
      ...all.map(([game, own]) => prefixed(`${game}.hint.`, own.hints)),
      ...all.map(([game, own]) => prefixed(`${game}.puzzle.`, own.puzzles)),
    ),
    reasons: Object.assign({}, common.reasons, ...all.map(([, own]) => own.reasons)),
  };
}

function prefixed<T>(prefix: string, own: Record<string, T> = {}): Record<string, T> {
  return Object.fromEntries(Object.entries(own).map(([key, text]) => [prefix + key, text]));
}
