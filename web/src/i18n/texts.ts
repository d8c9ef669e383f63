/** Facts of an event or a reason, as its key defines them. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Facts = any;
/** The sentence for an event: its player, its facts, and the names of the seats. */
export type Sentence = (who: string, facts: Facts, names: (seat: number) => string) => string;
/** One reason of a hint: its facts, and the names of the seats. */
export type Reason = (facts: Facts, names: (seat: number) => string) => string;

/** Texts that are looked up by a key of the server. Every language must have all keys; any key may be asked for. */
type ByKey<Key extends string, Text> = Record<Key, Text> & Record<string, Text>;

export const texts = <Key extends string>(all: Record<Key, string>): ByKey<Key, string> => all;
export const sentences = <Key extends string>(all: Record<Key, Sentence>): ByKey<Key, Sentence> => all;
export const hintReasons = <Key extends string>(all: Record<Key, Reason>): ByKey<Key, Reason> => all;

/** Texts of a folder in `games` that the rest of the page looks up. Several games may share a folder. */
export interface FolderTexts {
  options?: Record<string, string>; // Names of the game's options.
  choices?: Record<string, string>; // Names of their values.
  events?: Record<string, Sentence>; // By the event's key without the game's name.
  hints?: Record<string, Reason>; // By the reason's key without the game's name.
  puzzles?: Record<string, Reason>; // Questions and answers of puzzles, by the key without the game's name.
  reasons?: Record<string, string>; // Why an action is refused.
}

/** Texts of a game that the rest of the page looks up. */
export interface GameTexts extends FolderTexts {
  title: string;
  blurb: string;
  minutes: string; // How long a match takes.
  firstOptions?: Record<string, string>; // Names of what is preselected at a first table.
  gain?: (who: string, amount: number) => string; // The best turn of a finished match.
  hit?: (who: string, amount: number) => string; // The player who was harmed most.
}
