import type { Component } from 'svelte';

import type { EventInfo, NewTable, TableSettings } from '../protocol';
import type { Explainer } from './explanation';
import type { Preference } from './preference.svelte';
import type { AnyView, SceneMaker } from './scene';
import type { Decks } from './shuffles';
import type { TurnWords } from './since';
import type { Sound } from './sound';
import type { TableState } from './table.svelte';

/** A game's board and everything else that a table of it needs. Loaded when such a table is opened. */
export interface GameModule<V extends AnyView = AnyView> {
  Board: Component<{ table: TableState<V> }>;
  /** The part of the table that may be seen under the curtain. */
  Public: Component<{ table: TableState<V> }> | null;
  scenes: SceneMaker<V>;
  /** The name of an action; `names` are those of the seats. */
  actionName: (action: string, view: V, names: string[]) => string;
  /** Explains anything on the board with `data-explain`. */
  explain: Explainer<V>;
  /** Goal and scoring, and the side of a wide screen that has room for them. */
  Goal: Component<{ table: TableState<V> }>;
  goalSide: 'left' | 'right';
  /** Whether the board stays in sight under the curtain, because only the hand is secret. */
  boardIsOpen: boolean;

  // --- What only some games have ----------------------------------------------------------------------------------

  /** The sound of an event. */
  sound?: (event: EventInfo) => Sound | null;
  /** A turn in a few words, for "since your last turn"; null: nothing worth a line. */
  turn?: (events: EventInfo[], names: string[]) => TurnWords | null;
  /** Whether the board can prepare this action of a hint, so that the player only confirms it. */
  arranges?: (action: string) => boolean;
  /** One sentence on what decided a finished match. */
  decision?: (view: V, names: string[]) => string | null;
  /** Points that an event adds to its player's score; null: it does not score. */
  gain?: (event: EventInfo) => number | null;
  /** The seat that an event harms; null: nobody. */
  hit?: (event: EventInfo) => number | null;
  /** A final score in words, where it is not one number. */
  scoreText?: (score: unknown) => string;
  /** The action on the board that the question of a puzzle is about; null: none. */
  asked?: (question: EventInfo) => string | null;
  /** What a seat could have known at a decision; `known` and `open` (the table with all cards open) are as the game defines them. */
  Known?: Component<{ known: unknown; open: V; seat: number; actions: string[] }>;
  /** A small picture of one position, after these actions of its turn. */
  Still?: Component<{ view: V; actions: string[] }>;
  /** Reads and replaces the words in a player's note, if the board stores more than words in it. */
  notes?: { words: (note: string) => string; withWords: (note: string, words: string) => string };
}

/** What the page needs to know about a game before a table is opened. */
export interface GameCard<V extends AnyView = AnyView> {
  /** Its picture on the home page. */
  Picture: Component;
  usual: Usual;
  /** Names and values of the table settings that only this game has, by the setting's name. */
  settings?: () => Record<string, SettingWords>;
  /** What a person may switch on for this game in this browser. */
  switches?: Switch[];
  /** The cards that are shuffled, so that the page can check a deal without a connection. */
  decks?: () => Promise<{ decks: Decks }>;
  load: () => Promise<{ default: GameModule<V> }>;
}

/** A setting of a table in words. */
export interface SettingWords {
  title: string;
  choices: Record<string, string>; // By value.
  what?: Record<string, string>; // A sentence on each value.
}

/** One switch of the settings screen. */
export interface Switch {
  preference: Preference;
  text: () => string;
}

/** The defaults for a new table of a game. */
export interface Usual {
  players: number;
  playersAtDevice?: number; // On one shared device, if that differs.
  settings?: TableSettings;
  firstOptions?: NewTable['options']; // Preselected at a person's first table of this game.
  optionsFor?: Record<string, number>; // Options that mean something with this number of players only.
}
