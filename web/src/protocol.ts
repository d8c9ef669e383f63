// Generated from the server's structures by `make docs`; do not edit.

/** Where somebody is in a review. It names no card: each reader asks for the moment, and sees what they may see. */
export interface Place {
  ply: number;
  /** The seat whose view is shown; null: the most. */
  view?: number | null;
  tried?: Tried | null;
}

/** Other actions that are shown on the board of a review, instead of what was played. */
export interface Tried {
  /** Of the decision. */
  ply: number;
  actions: string[];
}

/** A table as one person sees it. */
export interface TableInfo {
  id: string;
  game: string;
  /** Of the game's rules. */
  version: number;
  /** `players`, and the game's options that differ from their defaults in its newest version. */
  options: Record<string, unknown>;
  settings: TableSettings;
  status: "open" | "over" | "paused" | "playing" | "stopped";
  seats: SeatInfo[];
  /** Why there are no hints here: the key of a refusal; null: hints are allowed. */
  no_hints: string | null;
  /** Why the coach cannot be switched on here: the key of a refusal; null: it can. */
  no_coach: string | null;
  /** Whether the result will change ratings. */
  rated: boolean;
  /** Seat to act when this was sent, −1 for nobody; null: the table is not in use now. */
  to_act: number | null;
  /** Whether you are the host. */
  host: boolean;
  /** SHA-256 of the server's seed, in hex; empty for practice, whose cards no seed has dealt. */
  commitment: string;
  /** If many tables play the same deal: its id. */
  deal: string | null;
  /** If it is for practice: where it began. It is never rated. */
  practice: Practice | null;
  /** The table of the rematch. */
  rematch: string | null;
  /** When it is over. */
  result: Result | null;
  /** For the link that lets others sit down; null for people without a seat here. */
  join_token: string | null;
  /** For the link that lets others watch; null for people without a seat here. */
  watch_token: string | null;
  /** Milliseconds since 1970. */
  created_at: number;
  /** The same; null: it has not ended. */
  finished_at: number | null;
  /** When the time of the seat to act is up, the same; null: no clock runs. */
  deadline: number | null;
  expires_at?: number | null;
}

/** The host's settings besides the game's own options. By default hints are open where one person plays against bots, and never given among several people. Where the game has an aid and it is off, there are no hints. */
export interface TableSettings {
  /** In the list of tables; otherwise by link only. */
  public?: boolean;
  clock?: Clock;
  /** Whether the watch link works, and the table can be watched if it is public. */
  spectators?: boolean;
  talk?: "free" | "phrases";
  /** "open": shown in the log, not rated. Null: "open" for one person. */
  hints?: "never" | "open" | null;
  /** Whether the coach asks before a mistake is played; only for one person against bots. */
  coach?: boolean;
  /** Whether a match that a bot begins starts paused: bots wait until the players resume it. */
  ready?: boolean;
  /** Whether a bot plays on when somebody's time is up; otherwise the table waits. */
  cover?: boolean;
  /** Settings that only this game has (`GameInfo.settings`); missing ones have their defaults. */
  game?: Record<string, boolean | number | string>;
}

/** The time limit. */
export interface Clock {
  /** "bank": for the whole match, with an increment. */
  kind?: "bank" | "days" | "none" | "turn";
  /** "turn": for each turn; "bank": for the match. */
  seconds?: number;
  /** "bank": seconds added for each turn. */
  increment?: number;
  /** "days": for each turn. */
  days?: number;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  /** Counted from 0. */
  seat: number;
  kind: "bot" | "device" | "open" | "person";
  /** Of the person or the bot; empty while the seat is open. */
  name: string;
  /** Of the bot, or of the one that would cover. */
  level: string;
  /** Whether a bot plays for the person at present. */
  covered: boolean;
  /** Whether the person is here now; bots always are. */
  connected: boolean;
  /** Whether a PIN is required before the seat's cards are shown. */
  has_pin: boolean;
  /** Whether the person has added a seed to the shuffles. */
  seeded: boolean;
  /** Whether it is yours, or another person's on your device. */
  yours: boolean;
  /** Whether the host sits here: the host starts the match, and frees seats before it. */
  host: boolean;
  vacation?: number | null;
}

/** The beginning of a match for practice: a moment of another match. */
export interface Practice {
  /** Number of actions that had been played. */
  ply: number;
  /** The finished match, or */
  table?: string | null;
  /** the puzzle that it goes on from. */
  puzzle?: string | null;
}

/** How a match ended. */
export interface Result {
  /** By seat: numbers, in Speedy Gnomes lists of six numbers. */
  scores: unknown[];
  /** Seats; empty if the match was stopped. */
  winners: number[];
}

/** The clocks at one moment. */
export interface ClockState {
  /** By seat: milliseconds. */
  left: number[];
  /** The seat whose time is running, or −1. */
  running: number;
  /** Whether it is paused because the player is away, or a bot plays. */
  held: boolean;
  /** By seat: milliseconds that clocks still wait for lost connections, in the whole match. */
  away: number[];
  /** Whether the running clock waits for a lost connection; that uses up `away`. */
  waits: boolean;
  /** Milliseconds that the running clock still stands because its player is on vacation. */
  rests?: number;
  /** By seat: whether its one grace after "time is up" is still available. */
  grace: boolean[];
}

/** One event, to animate and to log; the page has the sentences by key, in every language, or they come along. */
export interface EventInfo {
  /** "nizam.shift". */
  key: string;
  /** The seat that did it, or −1. */
  seat: number;
  /** Values for the sentence. */
  facts?: Record<string, unknown>;
  /** Of the action that caused it. */
  ply: number;
  /** A game without a board: the sentence by language; {0} stands for the name of seat 0. */
  text?: Record<string, string>;
}

/** Events that may no longer be shown in full: clients remove these facts from the events they keep. */
export interface Covered {
  /** The first ply, */
  since: number;
  /** and the one after the last. */
  until: number;
  /** Names. */
  facts: string[];
}

/** Something said at the table, or a notice of the table about a seat, for the log. Notices: "left" (a bot plays for the person from now on), "covered" (the same, because time is up), "back" (the person plays again), "hint" (the person has been given a hint). */
export interface Said {
  seat: number;
  kind: "chat" | "notice" | "phrase";
  /** Key of the phrase or of the notice, or the text. */
  text: string;
  ply: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** An offer that awaits everybody's consent. */
export interface Offered {
  what: "pause" | "resume" | "stop";
  /** The seat that offered it; −1 if unknown. */
  by?: number;
  /** Seats. */
  agreed: number[];
  /** The seat that said no: then the offer is withdrawn. */
  declined?: number | null;
}

/** A table as you see it, in one language. */
export interface PlainBoard {
  /** Lines of letters of the same width. */
  drawing: Span[][];
  /** The view's `legal` in words, in the same order. */
  choices: PlainChoice[];
}

/** A part of a line of a drawing. */
export interface Span {
  text?: string;
  /** If not −1, the name of this seat stands here, instead of a text. */
  seat?: number;
  bold?: boolean;
  dim?: boolean;
  colour?: "" | "blue" | "cyan" | "green" | "magenta" | "red" | "yellow";
}

/** A legal action in words; {0} stands for the name of seat 0. */
export interface PlainChoice {
  text: string;
  /** What it means or costs. */
  note?: string;
}

/** Why something was refused. */
export interface Reason {
  /** Stable name of the reason, for translations: "no_matching_card". */
  key: string;
  /** The reason in English. */
  text: string;
  /** Number of the paragraph, if it is one of the game's rules: "N8". */
  rule?: string | null;
}

/** What a bot would do, and why. */
export interface HintInfo {
  /** In this order: one action, or those of a whole turn. */
  actions: string[];
  /** Expected share of the win, from 0 to 1; null where the bot does not look that far. */
  share: number | null;
  /** The action ends the match in every possible world: `share` is exact. */
  certain: boolean;
  /** Expected lead over the best other player, in the form of a score; or the points of a bet. */
  lead: number[];
  reasons: HintReason[];
}

/** Why an action is good; the page has the sentences by key, in every language. */
export interface HintReason {
  /** "nizam.hint.points". */
  key: string;
  /** The seat it is about, or −1. */
  seat: number;
  facts: Record<string, unknown>;
}

/** Somebody who looks at a review. */
export interface LookerInfo {
  /** Their name for requests, in this review alone. */
  key: string;
  name: string;
  /** Their seat in the match, or −1. */
  seat: number;
  /** Whether you do not see what they say. */
  muted: boolean;
}

/** Where the leader of a shared review is. */
export interface PlaceInfo {
  ply: number;
  /** The seat whose view is shown; null: the most that may be seen. */
  view: number | null;
  tried: TriedInfo | null;
}

/** Other actions that the leader of a shared review shows, instead of what was played. */
export interface TriedInfo {
  /** Of the decision. */
  ply: number;
  actions: string[];
}

/** Something said in a shared review. It is held in memory while somebody is there, and not stored. */
export interface Spoken {
  /** Key of the person, */
  by: string;
  /** and their name, for readers who come when they have left. */
  name: string;
  seat: number;
  kind: "chat" | "phrase";
  /** Key of the phrase, or the text. */
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** What holds for the whole site. "read-only": nobody can act or create anything; watching and looking back work. "drain": no new tables. */
export interface SiteInfo {
  mode?: "drain" | "open" | "read-only";
  announcement?: AnnouncementInfo | null;
}

/** A message of the host of the server. */
export interface AnnouncementInfo {
  /** By language; show English, or the first one, where the reader's is missing. */
  texts: Record<string, string>;
  /** Milliseconds since 1970; after that it is no longer shown. */
  until: number;
}

/** The person of the cookie. */
export interface Me {
  id: string;
  name: string;
  language: "en" | "ru" | "uk";
  ratings: RatingInfo[];
  ban: BanInfo | null;
}

/** The rating of a person at a game, by Plackett-Luce (openskill). */
export interface RatingInfo {
  game: string;
  mu: number;
  sigma: number;
  matches: number;
}

/** Why the host of the server has banned you: you cannot create tables, sit, act or talk. */
export interface BanInfo {
  /** As the host wrote it. */
  reason: string;
  /** Milliseconds since 1970; null: for good. */
  until: number | null;
}

/** Your name and language; without a cookie, a new person is created. */
export interface PersonChange {
  name?: string | null;
  /** A name for a person without one; it never replaces a name. */
  guest?: string | null;
  language?: "en" | "ru" | "uk" | null;
}

/** A code that moves you to another device. */
export interface RecoveryCode {
  code: string;
}

/** Sign out all other devices. */
export interface SignOut {
  /** Of this browser's push subscription, which stays. */
  endpoint?: string | null;
}

/** The request has been carried out. */
export interface Done {
  ok?: boolean;
}

/** What your own page shows, besides tables, matches and lessons. */
export interface MyPage {
  /** Your first visit, in milliseconds since 1970. */
  since: number;
  /** How many have ended. */
  matches: number;
  ratings: RatingCurve[];
  /** People first, those whom you have met most often first. */
  rivals: RivalInfo[];
  puzzles: PuzzlesDone[];
  muted: MutedInfo[];
}

/** Your rating at a game over time. */
export interface RatingCurve {
  game: string;
  /** Now. */
  rating: number;
  /** Rated ones; few say little. */
  matches: number;
  /** In the last 30 days. */
  change: number;
  /** The latest ones, in order. */
  points: RatingAt[];
}

/** A rating after a match. */
export interface RatingAt {
  /** Milliseconds since 1970. */
  at: number;
  /** A newcomer has 1500. */
  rating: number;
}

/** Your results against a person, or against the bots of one strength; the latest 500 matches count. */
export interface RivalInfo {
  /** Of the person, or the level of the bots. */
  name: string;
  is_bot: boolean;
  matches: number;
  /** By you, and not by them, */
  won: number;
  /** and the reverse. */
  lost: number;
}

/** How you do at the puzzles of a game. */
export interface PuzzlesDone {
  game: string;
  /** A newcomer has 1500. */
  rating: number;
  answered: number;
  streak: number;
}

/** Somebody whose phrases and chat you do not see. */
export interface MutedInfo {
  /** For `Unmute`. */
  key: string;
  name: string;
}

/** See again what somebody says. */
export interface Unmute {
  key: string;
}

/** Everything that the server stores about you, without secrets and without the names of others. */
export interface Export {
  /** Milliseconds since 1970. */
  at: number;
  /** Each with the name of its "table". */
  rows: Record<string, unknown>[];
}

/** Remove everything about you, at once and for good. */
export interface Removal {
  /** Your name, typed in, so that nobody does it by mistake. */
  name: string;
}

/** The code of the person to become on this device. */
export interface Recovery {
  code: string;
}

/** After how many days this server removes something; null: it keeps it. It stores no IP addresses. */
export interface Privacy {
  /** Finished matches, since their end. */
  matches: number | null;
  /** Tables whose match has not begun, since a player was last there. */
  lobbies: number | null;
  /** Matches that nobody comes back to are stopped, since the last action or visit. */
  idle: number | null;
  /** People without a match, since their last visit. */
  people: number | null;
  /** Phrases, chat and notes. */
  talk: number | null;
  /** Resolved reports, and the log of what the host has done. */
  logs: number | null;
  /** How many days before its end a table is announced; null: not at all. */
  announced: number | null;
}

/** The strongest people at a game. */
export interface Ranking {
  game: string;
  people: Ranked[];
}

/** One line of a list of ratings. */
export interface Ranked {
  name: string;
  mu: number;
  sigma: number;
  matches: number;
}

/** Your vacation: while it lasts, your clocks at tables of days stand still. Every day that has begun counts. */
export interface VacationInfo {
  /** Days that everybody has each year, by the host of the server; 0: there are no vacations here. */
  bank: number;
  /** Of this year (in UTC), without those of the present vacation. */
  left: number;
  /** Of the present vacation; 0: you are not on one. */
  days: number;
  /** How many it can have. */
  most: number;
  /** When it ends, in milliseconds since 1970; null: you are not on one. */
  until: number | null;
}

/** A vacation from now on, or another length of the present one. */
export interface VacationWanted {
  /** From its beginning; 0: it ends now. */
  days: number;
}

/** Whether this site sends notices to browsers. */
export interface PushInfo {
  /** The site's public key, for `PushManager.subscribe`; null: it offers none. */
  key: string | null;
}

/** A browser's push subscription, and the notices that it wants; an empty list ends them. */
export interface PushWanted {
  endpoint: string;
  p256dh: string;
  auth: string;
  kinds: ("expiry" | "invitation" | "time" | "turn")[];
}

/** A browser's push subscription. */
export interface PushLook {
  endpoint: string;
}

/** The notices that a browser gets. */
export interface PushKinds {
  kinds: ("expiry" | "invitation" | "time" | "turn")[];
}

/** All games. */
export interface Games {
  games: GameInfo[];
  /** Keys of the phrases that can be said at a table. */
  phrases: string[];
  /** Maximum number of letters in a name. */
  longest_name: number;
}

/** A game that can be played here. */
export interface GameInfo {
  id: string;
  title: string;
  version: number;
  min_players: number;
  max_players: number;
  options: OptionInfo[];
  /** Of a table, besides those that every game has; `rule` may be empty. */
  settings: OptionInfo[];
  /** Name of the setting that must not be "off" for hints. */
  aid: string | null;
  /** Of the bots. */
  levels: string[];
  /** Levels with a character, such as "casual:bold"; empty if the game's bots have none. */
  characters: string[];
  /** Whether hints can be given. */
  hints: boolean;
  /** Whether puzzles come with the server. */
  puzzles: boolean;
  /** About how many seconds until it can be played; null: now. A table can be made before. */
  preparing: number | null;
  /** By language; empty if the page has the game's words, or there is no rulebook. */
  words: Record<string, GameWords>;
}

/** An option of a game, or a setting of its tables. */
export interface OptionInfo {
  name: string;
  default: boolean | number | string;
  /** Empty: any whole number from `at_least` on. */
  choices: (boolean | number | string)[];
  at_least: number;
  /** The paragraph that names it. */
  rule: string;
  summary: string;
}

/** A game's title, introduction and option names from its rulebook, in one language. */
export interface GameWords {
  title: string;
  /** The game in a few sentences. */
  blurb: string;
  /** How long a match takes; empty if the book does not say. */
  minutes: string;
  /** Names of options, as far as the book gives them. */
  options: Record<string, string>;
}

/** The rules of a game. */
export interface Rulebook {
  /** Markdown; in English if the package has no translation. */
  text: string;
}

/** Some tables. */
export interface Tables {
  tables: TableInfo[];
}

/** A table to be created. */
export interface NewTable {
  game: string;
  options?: Record<string, boolean | number | string>;
  seats: SeatPlan[];
  settings?: TableSettings;
  /** Refused: a seed is given with `Join`, after the table's commitment has been shown. */
  seed?: string | null;
  /** Play this deal, as other tables do. */
  deal?: string | null;
}

/** The occupant of a seat at a new table. */
export interface SeatPlan {
  /** "device": another person at the host's device. */
  kind: "bot" | "device" | "me" | "open";
  /** "device": the person's name. */
  name?: string | null;
  /** Of the bot; for people, of the bot that would cover for them. */
  level?: "casual" | "casual:bold" | "casual:careful" | "casual:mean" | "expert" | "greedy" | "master" | "novice" | "plain" | "random" | "skilled" | "skilled:bold" | "skilled:careful" | "skilled:mean";
  /** "me" and "device": required before the seat's cards are shown. */
  pin?: string | null;
}

/** Some of your matches that have ended, the latest first. */
export interface Matches {
  tables: TableInfo[];
  /** How many there are. */
  total: number;
}

/** A token from a link. */
export interface Invitation {
  token: string;
}

/** The table that a link leads to. */
export interface Invited {
  table: string;
  /** Otherwise it is for watching. */
  play: boolean;
  game: string;
  /** The host's name; empty if the host does not sit there. */
  host: string;
  /** Of the table; people sit down while it is open. */
  status: "open" | "over" | "paused" | "playing" | "stopped";
  /** Whether you sit there already. */
  yours: boolean;
  /** Token for watching, if people may watch. */
  watch: string | null;
}

/** Where you want to sit. */
export interface Join {
  /** From the link; not needed at a public table. */
  token?: string | null;
  /** None: any open one. */
  seat?: number | null;
  /** Your part of the randomness, for each of your seats; needs `commitment`. */
  seed?: string | null;
  commitment?: string | null;
}

/** A change of a seat. "bot": a bot plays there; during a match for somebody who is away, until they are back. "person": the person plays again. "open": the host removes somebody, before the match; the link then changes. */
export interface SeatChange {
  to: "bot" | "open" | "person";
  level?: "casual" | "casual:bold" | "casual:careful" | "casual:mean" | "expert" | "greedy" | "master" | "novice" | "plain" | "random" | "skilled" | "skilled:bold" | "skilled:careful" | "skilled:mean";
}

/** Whether you do not want to see what the person in a seat says, here and at every other table. */
export interface Mute {
  muted: boolean;
}

/** A report about a person or the deal at your table, for the host of the server; a new one replaces it. */
export interface NewReport {
  /** Null with "deal", which is about nobody. */
  seat?: number | null;
  /** "deal": it does not agree with its seeds. */
  kind: "name" | "other" | "play" | "talk" | "deal";
  /** In your own words. */
  text?: string;
}

/** All lessons, in the order in which they are learned. */
export interface Lessons {
  lessons: LessonInfo[];
}

/** A lesson, and how far you are in it. */
export interface LessonInfo {
  game: string;
  lesson: string;
  /** By language. */
  name: Record<string, string>;
  minutes: number;
  /** Number of steps. */
  steps: number;
  /** Where you go on. */
  step: number;
  /** Whether you have done it to its end. */
  done: boolean;
}

/** A decision to find, as its seat sees the table. */
export interface PuzzleInfo {
  id: string;
  game: string;
  kind: string;
  /** The page has the sentence by key. */
  question: EventInfo;
  /** Values to choose from; empty if the answer is made on the board. */
  choices: number[];
  /** How hard it is, on the scale of people's ratings. */
  rating: number;
  /** Per cent of people who were right at once; null if too few have answered. */
  solved: number | null;
  /** Whether you have not answered it yet: only then your rating can change. */
  is_new: boolean;
  /** Of the match, as in a record. */
  options: Record<string, unknown>;
  /** Of the game's tables, as this one has them. */
  settings: Record<string, boolean | number | string>;
  /** Yours. */
  seat: number;
  ply: number;
  /** The game's View of the seat. */
  view: unknown;
  /** The game's aid for your seat, as the game defines it; null: there is none. */
  aid: unknown;
  score: PuzzleScore;
}

/** How you do at the puzzles of a game; apart from ratings at the game. */
export interface PuzzleScore {
  /** A newcomer has 1500. */
  rating: number;
  /** How many puzzles. */
  answered: number;
  /** How many of the latest were right at once. */
  streak: number;
}

/** Your answer, in the same form. */
export interface PuzzleAnswer {
  actions?: string[];
  values?: number[];
}

/** The result of a plan, as in `previewed`. */
export interface PuzzleTried {
  /** Number of its actions that could be tried. */
  played: number;
  /** Whether the next one would reveal a card. */
  wall: boolean;
  /** Why the next one is not allowed. */
  refused: Reason | null;
  /** What you would see after them. */
  view: unknown;
}

/** What an answer is worth. */
export interface PuzzleVerdict {
  /** Otherwise there is still something to decide; `view` is the table so far, and nothing is judged. */
  whole: boolean;
  right: boolean;
  /** Why it is right, or what it reaches; never the solution. */
  said: EventInfo[];
  /** Whether it was your first answer, which alone changes the rating. */
  counted: boolean;
  /** Of your rating. */
  change: number;
  score: PuzzleScore;
  /** After the actions, as far as nothing is revealed. */
  view: unknown;
  /** If you asked for it, or your answer is right. */
  solution: PuzzleSolution | null;
}

/** Actions of the seat from the puzzle's position on, or the values chosen. */
export interface PuzzleSolution {
  actions?: string[];
  values?: number[];
}

/** A private table against bots that goes on from a finished match, or from a puzzle you have answered. */
export interface NewPractice {
  /** The finished match; with `ply`. */
  table?: string | null;
  /** Number of its actions that have been played. */
  ply?: number | null;
  /** The puzzle's, with `puzzle`. */
  game?: string | null;
  puzzle?: string | null;
  /** Yours; null: the seat to act. */
  seat?: number | null;
  actions?: string[];
  /** Of the bots. */
  level?: "casual" | "casual:bold" | "casual:careful" | "casual:mean" | "expert" | "greedy" | "master" | "novice" | "plain" | "random" | "skilled" | "skilled:bold" | "skilled:careful" | "skilled:mean";
  /** `public` and `clock` are left out. */
  settings?: TableSettings;
}

/** The board and the puzzle of today, in UTC. */
export interface DailyInfo {
  day: string;
  /** Milliseconds since 1970: the next midnight in UTC. */
  ends_at: number;
  /** null: no game on this server offers one. */
  board: DailyBoard | null;
  /** Yesterday's, while it can still be played and you have not. */
  missed: DailyBoard | null;
  puzzle: DailyPuzzle | null;
  earlier: EarlierBoard | null;
  /** Days in a row. */
  streak: number;
  longest: number;
  /** Your best result on any day. */
  record: number | null;
  /** The last seven days, today last. */
  week: DayResult[];
}

/** The board of a day, and how you and everybody have played it in the first try. */
export interface DailyBoard {
  day: string;
  game: string;
  options: Record<string, unknown>;
  deal: string;
  /** Milliseconds since 1970; until then it can be played for a result. */
  closes_at: number;
  /** practice: you know its cards, but have no result. */
  state: "new" | "played" | "playing" | "practice";
  /** Where you play it now, for a result or for practice. */
  table: string | null;
  /** Yours, in the first try. */
  score: number | null;
  /** Your points of each turn. */
  turns: number[];
  /** The table of your first try. */
  played_at: string | null;
  players: number;
  /** Ascending. */
  counts: ScoreCount[] | null;
  /** The score of an expert bot, which knew no more than its seat. */
  expert: number | null;
}

/** How many people have reached a score. */
export interface ScoreCount {
  score: number;
  people: number;
}

/** The puzzle of a day. */
export interface DailyPuzzle {
  game: string;
  puzzle: string;
  /** null while the server still loads the game. */
  question: EventInfo | null;
  /** Per cent of people who were right at once; null if too few have answered. */
  solved: number | null;
  /** Your first answer; null: none yet. */
  right: boolean | null;
}

/** The latest board whose day is over and that you cannot play for a result any more, with its best match. */
export interface EarlierBoard {
  day: string;
  game: string;
  /** Yours. */
  score: number | null;
  best: number | null;
  by: "expert" | "player" | "you";
  /** The best match, for the replay; null while others can still play the board. */
  table: string | null;
}

/** Your result on a day. */
export interface DayResult {
  day: string;
  /** null: not played. */
  score: number | null;
}

/** The best match of a board whose day is over, turn by turn. */
export interface BestLine {
  day: string;
  game: string;
  score: number;
  by: "expert" | "player" | "you";
  turns: LineTurn[];
}

/** One turn of the best line, as the one who played it saw it. */
export interface LineTurn {
  /** Empty: the board before the first turn. */
  actions: string[];
  events: EventInfo[];
  /** After the turn. */
  score: number;
  /** The game's View, before the action that ends the turn: what scores is on the board. */
  view: unknown;
  /** As in a `snapshot`. */
  plain?: Record<string, PlainBoard>;
}

/** A try at the board of a day. */
export interface DailyTry {
  day: string;
}

/** A finished deal that others play from the same seat, with the same cards, against bots of the same strength. */
export interface ChallengeInfo {
  /** Of the deal. */
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: ChallengeSeat[];
  /** Of the person whose result is to beat; empty if they have been removed. */
  name: string;
  /** Milliseconds since 1970; until then it can be played. */
  closes_at: number;
  /** practice: you know its cards, but have no result. */
  state: "new" | "played" | "playing" | "practice";
  /** Where you play it now, for a result or for practice. */
  table: string | null;
  /** How many have a result. */
  players: number;
  /** The best first; sent when you know the cards, or when it is closed. */
  results: ChallengeResult[] | null;
}

/** A seat of a challenge: yours, or a bot's. */
export interface ChallengeSeat {
  seat: number;
  /** null: the seat that each person plays. */
  level: string | null;
}

/** The first try of a person. */
export interface ChallengeResult {
  name: string;
  /** As in the result of a match. */
  score: unknown;
  won: boolean;
  yours: boolean;
  /** Whether it is the match that the challenge came from. */
  first: boolean;
}

/** One moment of a match that has ended. */
export interface Replay {
  table: string;
  game: string;
  names: string[];
  /** Number of actions played so far. */
  ply: number;
  /** Number of actions in the match. */
  plies: number;
  /** The seat whose view this is; −1: what everybody may see, −2: all cards open. */
  viewer: number;
  /** The seat that acted last, or −1. */
  seat: number;
  /** The last action. */
  action: string | null;
  /** Its events. */
  events: EventInfo[];
  /** The game's View. */
  view: unknown;
  /** As in a `snapshot`. */
  plain?: Record<string, PlainBoard>;
}

/** A deal for many tables. */
export interface NewDeal {
  game: string;
  /** With `players`. */
  options: Record<string, boolean | number | string>;
  /** How long tables can be created for it. */
  hours?: number;
}

/** A deal and its results, shown to those who have played it, and to all when it is revealed. It is revealed when its time is up and no table plays it any more. */
export interface DealInfo {
  id: string;
  game: string;
  /** Of the game's rules, for every table that plays it. */
  version: number;
  options: Record<string, unknown>;
  commitment: string;
  /** Milliseconds since 1970; no match of it starts after that. */
  closes_at: number;
  /** Whether you have seen its cards: then you cannot sit down at another table of it. */
  known: boolean;
  /** Number of finished tables. */
  played: number;
  results: DealResult[] | null;
  /** Once it is revealed. */
  server_seed: string | null;
  /** Whether tables play it, or each person alone. */
  kind: "challenge" | "daily" | "shared";
}

/** The result of one table. */
export interface DealResult {
  table: string;
  names: string[];
  scores: unknown[];
  winners: number[];
}

/** A record to look at: the text of one match, as a record file has it. */
export interface NewReview {
  record: string;
}

/** A match that can be reviewed: a table's, or that of a record file. */
export interface ReviewInfo {
  /** Of the table, or of the file. */
  id: string;
  /** The table; null for a file. */
  table: string | null;
  game: string;
  /** Of the game's rules. */
  version: number;
  options: Record<string, unknown>;
  names: string[];
  /** Number of actions in the match. */
  plies: number;
  /** [ply] -> the seat that acted. */
  actors: number[];
  /** Whether it was played to its end; otherwise there is no analysis. */
  over: boolean;
  scores: unknown[];
  winners: number[];
  /** The seats whose view you may have; all of them when the match is over. */
  views: number[];
  /** Your seats in it. */
  yours: number[];
  /** Whether it can be analysed. */
  analysis: boolean;
}

/** Everything that happened, for the log. */
export interface ReviewStory {
  /** The seat whose view this is; −1: what everybody may see, −2: all cards open. */
  view: number;
  events: EventInfo[];
}

/** Actions to try at a moment of a match, by the seat that was to act. */
export interface ReviewPlan {
  ply: number;
  actions: string[];
}

/** How far an analysis is; ask again until `done` is `total`. */
export interface AnalysisNow {
  /** Pieces of work. */
  done: number;
  total: number;
  /** As far as it is; null until the curve is complete. */
  analysis: AnalysisInfo | null;
}

/** A match, decision by decision; the numbers are those of `heliodor record analyse`. */
export interface AnalysisInfo {
  /** Of the bot that judges. */
  level: string;
  seed: number;
  /** Empty for a player alone. */
  curve: MomentInfo[];
  /** At most three. */
  turning_points: TurningPointInfo[];
  /** As far as they are analysed. */
  decisions: DecisionInfo[];
  seats: SeatReportInfo[];
}

/** One point of the curve: before a decision, or the end. */
export interface MomentInfo {
  ply: number;
  /** [seat] -> chance to win, as an onlooker sees it; they add up to 1. */
  shares: number[];
  /** The match is over. */
  is_certain: boolean;
}

/** A decision after which the chances were very different. */
export interface TurningPointInfo {
  ply: number;
  seat: number;
  /** [seat] -> chance to win before it, */
  before: number[];
  /** and before the next decision, or at the end. */
  after: number[];
  /** What the decision itself cost of the seat's chance; null: not known yet. */
  given_away: number | null;
}

/** One decision of the match, and the bot's judgement. */
export interface DecisionInfo {
  /** Number of actions played before. */
  ply: number;
  seat: number;
  /** One, or those of a whole turn. */
  actions: string[];
  /** "best", "fine", "inaccuracy", "mistake", or "forced" where there was no choice. */
  rating: string;
  /** Of the reward, from 0 to 1. */
  given_away: number;
  /** Standard error of that; 0 where it is exact. */
  error: number;
  /** Points given away, where points are what counts. */
  points: number | null;
  /** What it cost of the seat's chance to win. */
  chance: number;
  /** What the bot would have played. */
  best: HintInfo;
  /** Effects of the actions played. */
  reasons: HintReason[];
  /** The most that could be scored, in games where that is worth telling. */
  line: LineInfo | null;
  /** What could be known, as the game defines it; null if there is nothing worth listing. */
  known: unknown;
}

/** The most that a seat could score in one decision. */
export interface LineInfo {
  actions: string[];
  points: number;
  reasons: HintReason[];
}

/** The decisions of one seat. */
export interface SeatReportInfo {
  seat: number;
  /** Number of decisions by rating. */
  ratings: Record<string, number>;
  /** null for a player alone, and until all decisions are analysed. */
  account: AccountInfo | null;
}

/** Where a seat's chance to win went: start + own + others + cards = end. */
export interface AccountInfo {
  start: number;
  /** Given away by its own decisions; 0 or less. */
  own: number;
  /** Its part of what the others gave away; 0 or more. */
  others: number;
  /** The rest. */
  cards: number;
  end: number;
}

/** Why a request was refused. */
export interface Problem {
  /** Stable name of the reason, for translations. */
  key: string;
  /** The reason in English. */
  text: string;
}

/** Three or more equal cards side by side in one line. */
export interface NizamCombination {
  /** Row "1"–"5" or column "a"–"e". */
  line: string;
  /** Place of its first card in the line, from 0. */
  start: number;
  length: number;
  /** Card code. */
  kind: string;
  /** Points for its length (N10). */
  points: number;
  /** Whether it would score if the turn ended now (N12). */
  scores: boolean;
}

/** Nizam as one seat sees it. */
export interface NizamView {
  /** The game's id. */
  game: "nizam";
  /** Whose view this is: a seat, −1 a spectator, −2 everything. */
  seat: number;
  players: number;
  /** Seat that started. */
  first: number;
  /** Seat that decides next, −1 when the match is over. */
  to_act: number;
  /** turn, shifting, tasks or over. */
  phase: string;
  over: boolean;
  /** By seat. */
  scores: number[];
  /** Seats; empty until the match is over. */
  winners: number[];
  /** For the seat to act; "b^:???" is a shift paid with any three cards. */
  legal: string[];
  /** Five rows of five card codes, from the top. */
  board: string[];
  /** By seat: the codes of the cards in order, or null if they are hidden. */
  hands: (string | null)[];
  /** By seat. */
  hand_sizes: number[];
  /** Cards left to draw. */
  deck: number;
  /** Codes of the cards on the discard pile, in order. */
  discard: string;
  /** How often the deck has run out. */
  run_outs: number;
  /** The match ends when the deck has run out this many times (N16). */
  run_outs_to_end: number;
  /** Solo: most cards in hand (N19); 0 for no limit. */
  hand_limit: number;
  /** All on the board, by line. */
  combinations: NizamCombination[];
  /** Points of the turn if it ended now (N10–N12). */
  points_now: number;
}

/** Three or four adjacent cards of one line that count as one kind. */
export interface PearlCombination {
  /** Row "1"–"5" or column "a"–"e". */
  line: string;
  /** Place of its first card in the line, from 0. */
  start: number;
  length: number;
  /** Card code. */
  kind: string;
  /** Whether the kind has no run without the pearl (P6). */
  needs_pearl: boolean;
  /** Whether the seat in turn could fulfil this kind with this board (P5–P7). */
  counts: boolean;
}

/** Pearl of the East as one seat sees it. */
export interface PearlView {
  /** The game's id. */
  game: "pearl";
  /** Whose view this is: a seat, −1 a spectator, −2 everything. */
  seat: number;
  players: number;
  /** Seat that started. */
  first: number;
  /** Seat that decides next, −1 when the match is over. */
  to_act: number;
  /** turn, shifting, tasks or over. */
  phase: string;
  over: boolean;
  /** By seat. */
  scores: number[];
  /** Seats; empty until the match is over. */
  winners: number[];
  /** For the seat to act; "b^:???" is a shift paid with any three cards. */
  legal: string[];
  /** Five rows of five card codes, from the top. */
  board: string[];
  /** By seat: the codes of the cards in order, or null if they are hidden. */
  hands: (string | null)[];
  /** By seat. */
  hand_sizes: number[];
  /** Cards left to draw. */
  deck: number;
  /** Codes of the cards on the discard pile, in order. */
  discard: string;
  /** How often the deck has run out. */
  run_outs: number;
  /** By seat: kinds of the fulfilled tasks as they were laid, the top card last. */
  piles: string[];
  /** By seat: kinds of the tasks that are not fulfilled yet. */
  tasks_left: string[];
  /** By seat: the unfulfilled kinds that lie on top of an opponent's pile (P7). */
  blocked: string[];
  /** All on the board, by line. */
  combinations: PearlCombination[];
  /** Kinds that the seat in turn could fulfil with this board. */
  tasks_now: string;
  /** Kind of the task that has needed the pearl in this turn (P6), or null. */
  pearl_stands_for: string | null;
  /** Finished turns since a task was fulfilled (P12). */
  stall: number;
  /** The match ends at this number. */
  stall_limit: number;
}

/** Why the best sets beat the next best (S11): both have the sets in `equal`, then their next sets differ. */
export interface GnomesDecision {
  /** Seats with the best sets; if there are several, they share the win. */
  best: number[];
  /** Seats with the best sets of all others; empty if all are equal. */
  next: number[];
  /** Sizes of the sets that all of them have, large ones first. */
  equal: number[];
  /** Size of the next set of the best and of the next best, 0 for none; empty if all are equal. */
  against: number[];
}

/** A card in the hand of the seat to act that cannot be played now, and why. */
export interface GnomesBlocked {
  /** Card code. */
  card: string;
  /** "S4". */
  rule: string;
  /** Stable name of the reason. */
  key: string;
  /** The reason in English. */
  reason: string;
}

/** A cave-in or a fog that lies before a player. */
export interface GnomesCurse {
  /** Card code. */
  card: string;
  /** Seat that laid it. */
  by: number;
  /** Codes of the cards that lift it (S4, S6). */
  lifted_by: string[];
}

/** One set of the best split (S10). */
export interface GnomesGemSet {
  /** What its gems have in common: a colour R H S or a shape o s t h d m; "D" for diamonds alone. */
  shares: string;
  /** Card codes; diamonds last. */
  cards: string[];
}

/** What lies before one player, and the hand as far as the viewer may know it. */
export interface GnomesPlace {
  cave: boolean;
  /** The oldest first. */
  curses: GnomesCurse[];
  /** All laid gems: diamonds, then by colour and shape. */
  gems: string[];
  /** Colours that a fog hides: these gems cannot be laid and do not count. */
  hidden: string[];
  /** The best split of the gems that count now, large sets first. */
  sets: GnomesGemSet[];
  /** Place by these sets, counted from 1; tied seats have the same (S11). */
  rank: number;
  /** Card codes: first those that everyone knows, then the secret ones, or null for each. */
  hand: (string | null)[];
  /** How many cards in hand everyone knows, having seen them being taken. */
  num_known: number;
}

/** Speedy Gnomes as one seat sees it. */
export interface GnomesView {
  /** The game's id. */
  game: "gnomes";
  /** Whose view this is: a seat, −1 a spectator, −2 everything. */
  seat: number;
  players: number;
  /** Seat that begins every round. */
  first: number;
  /** Seat that decides next, −1 when the match is over. */
  to_act: number;
  /** taking, playing, aiming (a curse is out), driving (a wind is out) or over. */
  phase: string;
  over: boolean;
  /** By seat: sets of six, five, four, three, two, one, if the match ended now. */
  scores: number[][];
  /** Seats; empty until the match is over. */
  winners: number[];
  /** Which set has decided the match; null until it is over. */
  decision: GnomesDecision | null;
  /** For the seat to act: all legal actions. */
  legal: string[];
  /** For the seat to act: cards in hand that cannot be played; null for others. */
  blocked: GnomesBlocked[] | null;
  /** three_shapes or six_shapes. */
  deck_option: string;
  /** finish or full (S9). */
  last_round: string;
  /** Counted from 1. */
  round_number: number;
  /** The current one included, once the deck is empty; before that 0. */
  rounds_left: number;
  /** Of all players together, the current one included, once the deck is empty; before that 0. */
  turns_left: number;
  /** Cards left in the deck. */
  deck: number;
  /** Slots 1, 2, 3: a card code, or null where no card lies. */
  open: (string | null)[];
  /** Card codes, in order. */
  discard: string[];
  /** The curse being aimed or the wind being used. */
  pending: string | null;
  /** Code of each curse -> codes of the cards that lift it (S4, S6). */
  cures: Record<string, string[]>;
  /** By seat. */
  places: GnomesPlace[];
}

/** Points of a bet in this deal (L7). */
export interface LuzPayoff {
  /** Met without the safety bead. */
  exact: number;
  /** Met with it: the tricks of the bet, or one more. */
  safe: number;
  /** Not met: for each trick above or below the bet. */
  miss: number;
}

/** One of the ten places of a hand; it keeps its number when its card has been played. */
export interface LuzSlot {
  /** "R", "Y", "G", "B" or "P"; everyone sees it. */
  colour: string;
  /** Card code; null if the viewer may not know it, or it was played and taken tricks are closed. */
  card: string | null;
  played: boolean;
}

/** A card in a trick. */
export interface LuzPlay {
  seat: number;
  /** Card code. */
  card: string;
}

/** The cards of one trick. */
export interface LuzTrick {
  /** Seat that leads or led it. */
  leader: number;
  /** The led colour; null while no card lies in the trick. */
  colour: string | null;
  /** In the order played. */
  plays: LuzPlay[];
  /** Seat that is winning the trick, or has taken it; −1 while it is empty. */
  winner: number;
}

/** A player's bet (L4). */
export interface LuzBet {
  /** Bet beads, 0 to 10. */
  bid: number;
  /** With the safety bead. */
  safety: boolean;
}

/** One line of the score sheet. */
export interface LuzDeal {
  /** 1 to 4. */
  number: number;
  /** Seat that dealt it. */
  dealer: number;
  /** Seat that had the first-player marker. */
  marker: number;
  /** Seat that bet first and led the first trick: the marker's, in deal 4 the one ahead on points (L8). */
  opener: number;
  /** By seat; null before the bet. */
  bets: (LuzBet | null)[];
  /** By seat. */
  tricks: number[];
  /** By seat; null until the deal is over. */
  points: number[] | null;
}

/** Luz as one seat sees it. */
export interface LuzView {
  /** "luz". */
  game: "luz";
  /** The viewer; −1 a spectator, −2 everything. */
  seat: number;
  players: number;
  /** Seat that dealt deal 1. */
  first: number;
  /** Seat that decides next, −1 when the match is over. */
  to_act: number;
  /** "betting", "playing", "over". */
  phase: string;
  over: boolean;
  /** By seat: points of the finished deals. */
  scores: number[];
  /** Empty until the match is over. */
  winners: number[];
  /** Legal actions, for the seat to act; otherwise empty. */
  legal: string[];
  /** 1 to 4. */
  deal: number;
  /** Seat that dealt this deal. */
  dealer: number;
  /** Seat that has the first-player marker (L8). */
  marker: number;
  /** Every colour has the values from 1 to this. */
  highest_value: number;
  payoff: LuzPayoff;
  /** Option: "unlimited" or "box". */
  bead_supply: string;
  /** Bet beads left in the box; null if they do not limit the bets. */
  beads_left: number | null;
  /** By seat, ten slots each, low to high within a colour. */
  hands: LuzSlot[][];
  /** The ten cards that are not dealt; null for all players. */
  aside: (string | null)[];
  /** The trick that is being played. */
  trick: LuzTrick;
  /** The trick that was taken last, even in the deal before; null while it is covered (L10). */
  last_trick: LuzTrick | null;
  /** All so far, the current one last. */
  deals: LuzDeal[];
  /** By seat: the hands of the last finished deal; empty in deal 1. */
  past_hands: string[][];
}

/** The possible values of a card in your hand. */
export interface LuzCandidates {
  /** 1 to 10. */
  slot: number;
  /** "full": every possible value; "ranges": the lowest and the highest. */
  values: number[];
}

/** Possible values of a player's own card. */
export interface LuzSlotRange {
  /** Counted from 1. */
  slot: number;
  colour: string;
  values: number[];
}

/** What could be known about one bet. */
export interface LuzBetChance {
  bid: number;
  /** With the safety bead. */
  safety: boolean;
  /** The share of the possible hands that meet it, from 0 to 1. */
  met: number;
  /** Mean. */
  points: number;
}

/** What could be known at a bet. */
export interface LuzBetKnowledge {
  /** Every value that each of the seat's cards could have. */
  hand: LuzSlotRange[];
  /** Every legal bet. */
  bets: LuzBetChance[];
  /** Mean tricks when playing to win every trick. */
  tricks: number;
}

/** Open a table: in your seat, or to watch. */
export interface Open {
  type: "open";
  table: string;
  /** From the watch link; not needed at a public table. */
  watch?: string | null;
  /** Number of actions you had seen: the events since then are sent along. */
  seen?: number | null;
}

/** Open a lesson, as `open` opens a table. The answer is a `snapshot` and a `lesson`. */
export interface Learn {
  type: "learn";
  game: string;
  lesson: string;
  /** Where to begin; null: where this person has left it. */
  step?: number | null;
}

/** Play a list of actions: all of them or none. */
export interface Act {
  type: "act";
  /** The same when it is resent: it is played once. */
  request: string;
  /** Number of actions you had seen when you decided. */
  ply: number;
  actions: string[];
  /** Play it even if the coach, where there is one, would ask first (`questioned`). */
  anyway?: boolean;
}

/** Try a list of actions, up to the first card that would be revealed. */
export interface Preview {
  type: "preview";
  request: string;
  ply: number;
  actions: string[];
}

/** Ask what a bot would do. */
export interface Hint {
  type: "hint";
  request: string;
  ply: number;
}

/** Ask what you could have known at your decision in a deal that is over, if the game reviews it. */
export interface Review {
  type: "review";
  request: string;
  deal: number;
}

/** Switch the coach on or off, where one person plays against bots. */
export interface Coach {
  type: "coach";
  request: string;
  on: boolean;
}

/** Keep a private note for your seat. */
export interface Note {
  type: "note";
  request: string;
  text: string;
}

/** Say one of the table's phrases; each reader sees it in their language. */
export interface Phrase {
  type: "phrase";
  request: string;
  key: string;
}

/** Say something in your own words, where free chat is allowed. */
export interface Chat {
  type: "chat";
  request: string;
  text: string;
}

/** Offer to pause, resume or stop; it takes effect when all people at the table agree. */
export interface Offer {
  type: "offer";
  request: string;
  what: "pause" | "resume" | "stop";
}

/** Agree to an offer. */
export interface Accept {
  type: "accept";
  request: string;
  what: "pause" | "resume" | "stop";
}

/** Disagree. */
export interface Decline {
  type: "decline";
  request: string;
  what: "pause" | "resume" | "stop";
}

/** On a shared device: show what this seat sees, from now on. */
export interface Look {
  type: "look";
  request: string;
  seat: number;
  pin?: string | null;
}

/** On a shared device: show nobody's cards, until the next `look`. */
export interface Curtain {
  type: "curtain";
  request: string;
}

/** Ask for a snapshot: a message has been lost, or events may be shown in full again. */
export interface Refresh {
  type: "refresh";
  request: string;
  /** Number of actions you had seen. */
  seen?: number | null;
}

/** In a lesson: go to a step, as to the previous one, the next one or the first one. */
export interface Go {
  type: "go";
  request: string;
  step: number;
}

/** Look at a review together with the others who have it open, as `open` opens a table; needs a cookie. */
export interface Together {
  type: "together";
  review: string;
}

/** In a shared review: take the lead, if nobody has it. The others follow from this place. */
export interface Lead {
  type: "lead";
  request: string;
  place: Place;
}

/** In a shared review: the leader is at another place. */
export interface Move {
  type: "move";
  request: string;
  place: Place;
}

/** In a shared review: give the lead to somebody else, or to nobody. */
export interface HandOver {
  type: "hand_over";
  request: string;
  to: string | null;
}

/** In a shared review: do not see what somebody says, or see it again; at every table, too. */
export interface Mute {
  type: "mute";
  request: string;
  who: string;
  muted: boolean;
}

/** In a shared review: report somebody to the host of the server; a second report replaces the first. */
export interface Report {
  type: "report";
  request: string;
  who: string;
  kind: "name" | "other" | "play" | "talk";
  /** In your own words. */
  text?: string;
}

/** Check whether the server is up. */
export interface Ping {
  type: "ping";
  request: string;
}

/** The whole table as you see it: on connecting, after `look` and `curtain`, and after a stale request. */
export interface Snapshot {
  type: "snapshot";
  table: TableInfo;
  /** Number of actions played. */
  ply: number;
  /** The seat whose view this is; −1: what everybody may see. */
  seat: number;
  /** The seats that are yours, or at your device. */
  seats: number[];
  /** The game's View; null before the match. */
  view: unknown;
  /** The game's aid for your seat, as the game defines it; null: there is none, or it is off. */
  aid: unknown;
  clock: ClockState | null;
  /** Events since the last ply that you had seen. */
  events: EventInfo[];
  /** Which of these and of earlier events may not be shown in full now. */
  covered: Covered | null;
  /** Without what people say whom you have muted. */
  said: Said[];
  /** Their seats. */
  muted: number[];
  note: string;
  offers: Offered[];
  /** A game without a board, by language; English is always there. */
  plain?: Record<string, PlainBoard>;
}

/** The changes made by one request of a player. It applies to a view at the ply `since`; a client with another view has missed something and asks for a `refresh`. */
export interface Update {
  type: "update";
  /** Number of actions played before. */
  since: number;
  /** Number of actions played now. */
  ply: number;
  /** Path in the view, like "hands/2", -> the new value. */
  changes: Record<string, unknown>;
  events: EventInfo[];
  /** If something may no longer be shown. */
  covered?: Covered | null;
  /** If events since this ply may be shown in full again: ask for a `refresh` from it. */
  uncovered?: number | null;
  /** As in `snapshot`, as it is now. */
  aid?: unknown;
  clock?: ClockState | null;
  /** A game without a board: the whole plain board again. */
  plain?: Record<string, PlainBoard> | null;
}

/** Seats, status or settings have changed. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
  clock: ClockState | null;
  offers: Offered[];
}

/** A request has been carried out; if it was an action, it is saved. */
export interface Accepted {
  type: "accepted";
  request: string;
  /** Number of actions played, including this one. */
  ply: number;
}

/** A request has been refused, and why. If it was stale, a snapshot follows. */
export interface Refused {
  type: "refused";
  request: string;
  reason: Reason;
  ply: number;
}

/** The result of a plan, as far as it can be known. */
export interface Previewed {
  type: "previewed";
  request: string;
  /** The ply that it starts from. */
  ply: number;
  /** Number of its actions that could be tried; the next one would reveal a card or is refused. */
  played: number;
  /** Whether the next one would reveal a card. */
  wall: boolean;
  /** Why the next one is not allowed. */
  refused: Reason | null;
  /** What you would see after them. */
  view: unknown;
}

/** The answer to `hint`, best first. */
export interface Hinted {
  type: "hinted";
  request: string;
  hints: HintInfo[];
}

/** The coach asks before an `act` is played that gives away too much. Nothing has been played. The same `act` with `anyway` plays it. */
export interface Questioned {
  type: "questioned";
  request: string;
  ply: number;
  /** From 0 to 1; 1 is the whole win, or in a game of several deals the whole deal. */
  given_away: number;
  /** The same in points, where these are what counts: for a bet, or for a player alone. */
  points: number | null;
  /** What a bot would do; the first reason is the one to tell. */
  better: HintInfo;
}

/** The answer to `review`, from what your seat knew at its decision. */
export interface Reviewed {
  type: "reviewed";
  request: string;
  deal: number;
  /** As the game defines it. */
  known: unknown;
}

/** Somebody has said something. */
export interface SaidNow {
  type: "said";
  said: Said;
}

/** Somebody's time is nearly up, or has run out. */
export interface Warned {
  type: "warned";
  seat: number;
  key: "covered" | "time_short" | "time_up";
  /** Milliseconds until `next` happens. */
  until: number;
  next: "covered" | "time_up" | "waiting";
}

/** What the coach says: after the `snapshot` of a lesson, after each step, and after another legal decision. */
export interface LessonNow {
  type: "lesson";
  game: string;
  lesson: string;
  name: Record<string, string>;
  /** Of all steps. */
  titles: Record<string, string>[];
  /** Number of steps done; if it is that of all steps, the lesson is over. */
  step: number;
  /** What to do now; null at the end. */
  task: Record<string, string> | null;
  why: Record<string, string> | null;
  /** The number of the rule behind it. */
  rule: string | null;
  /** The actions to play now. */
  taught: string[];
  /** What else to look at: elements of the board, by the start of their `data-explain`. */
  look: string[];
  /** What the last decision has brought, if there is something to say. */
  result: Record<string, string> | null;
  /** To another legal decision; nothing has changed. */
  answer: Record<string, string> | null;
  /** At the end: a headline, */
  end: Record<string, string> | null;
  /** and what is known now. */
  learned: Record<string, string>[];
  /** The lesson after this one. */
  next: string | null;
}

/** A shared review: on connecting, and when somebody comes, leaves, takes the lead or gives it up. */
export interface TogetherNow {
  type: "together";
  review: string;
  /** Your key. */
  you: string;
  /** Those who came first come first. */
  people: LookerInfo[];
  /** The key of the person who leads, */
  leader: string | null;
  /** and their name; "" if nobody leads. */
  name: string;
  /** Whether the leader's connection is lost. After a while nobody leads. */
  away: boolean;
  /** The leader's place. */
  place: PlaceInfo | null;
  talk: "free" | "phrases";
  /** Without what people say whom you have muted. */
  said: Spoken[];
}

/** The leader of a shared review is at another place. */
export interface Moved {
  type: "moved";
  place: PlaceInfo;
}

/** Somebody has said something in a shared review. */
export interface SpokenNow {
  type: "spoken";
  said: Spoken;
}

/** The host of the server tells everybody something; on connecting it comes only if there is something to tell. */
export interface SiteChanged {
  type: "site";
  site: SiteInfo;
}

/** A message that could not be parsed, or a table that does not exist; the socket may be closed after it. */
export interface Failed {
  type: "failed";
  reason: Reason;
}

/** Everything that is sent to the server. */
export type Request = Open | Learn | Act | Preview | Hint | Review | Coach | Note | Phrase | Chat | Offer | Accept | Decline | Look | Curtain | Refresh | Go | Together | Lead | Move | HandOver | Mute | Report | Ping;

/** Everything that the server sends. */
export type Message = Snapshot | Update | TableChanged | Accepted | Refused | Previewed | Hinted | Questioned | Reviewed | SaidNow | Warned | LessonNow | TogetherNow | Moved | SpokenNow | SiteChanged | Failed;

/** The view of a game. */
export type View = NizamView | PearlView | GnomesView | LuzView;

/** Keys of the phrases that can be said at a table. */
export const PHRASES = ["hello","good_luck","well_played","thanks","sorry","oops","wow","nice_bet","hurry_please","one_moment","power_cut","back_again","one_more","good_game","bye"] as const;
