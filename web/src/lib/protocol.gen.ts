// Made by web/make_types.py from the server's structures; do not edit.

export interface Problem {
  key: string;
  text: string;
}

export interface PersonChange {
  name?: string | null;
  language?: 'en' | 'ru' | 'uk' | null;
}

export interface RatingInfo {
  game: string;
  mu: number;
  sigma: number;
  matches: number;
}

export interface Me {
  id: string;
  name: string;
  language: 'en' | 'ru' | 'uk';
  ratings: RatingInfo[];
}

export interface RecoveryCode {
  code: string;
}

export interface Recovery {
  code: string;
}

export interface Ranked {
  name: string;
  mu: number;
  sigma: number;
  matches: number;
}

export interface Ranking {
  game: string;
  people: Ranked[];
}

export interface OptionInfo {
  name: string;
  default: boolean | number | string;
  choices: (boolean | number | string)[];
  at_least: number;
  rule: string;
  summary: string;
}

export interface GameInfo {
  id: string;
  title: string;
  version: number;
  min_players: number;
  max_players: number;
  options: OptionInfo[];
  levels: string[];
}

export interface Games {
  games: GameInfo[];
  phrases: string[];
}

export interface NewTable {
  game: string;
  options?: Record<string, boolean | number | string>;
  seats: SeatPlan[];
  settings?: TableSettings;
  seed?: string | null;
  deal?: string | null;
}

export interface SeatPlan {
  kind: 'bot' | 'device' | 'me' | 'open';
  name?: string | null;
  level?: 'casual' | 'expert' | 'greedy' | 'novice' | 'random' | 'skilled';
  pin?: string | null;
}

export interface TableSettings {
  public?: boolean;
  clock?: Clock;
  spectators?: boolean;
  aid?: 'full' | 'off' | 'ranges';
  talk?: 'free' | 'phrases';
  cover?: boolean;
}

export interface Clock {
  kind?: 'bank' | 'days' | 'none' | 'turn';
  seconds?: number;
  increment?: number;
  days?: number;
}

export interface Tables {
  tables: TableInfo[];
}

export interface TableInfo {
  id: string;
  game: string;
  version: number;
  options: Record<string, unknown>;
  settings: TableSettings;
  status: 'open' | 'over' | 'paused' | 'playing' | 'stopped';
  seats: SeatInfo[];
  host: boolean;
  commitment: string;
  deal: string | null;
  rematch: string | null;
  result: Result | null;
  join_token: string | null;
  watch_token: string | null;
  created_at: number;
}

export interface SeatInfo {
  seat: number;
  kind: 'bot' | 'device' | 'open' | 'person';
  name: string;
  level: string;
  covered: boolean;
  connected: boolean;
  has_pin: boolean;
  yours: boolean;
}

export interface Result {
  scores: unknown[];
  winners: number[];
}

export interface Join {
  token?: string | null;
  seat?: number | null;
  seed?: string | null;
}

export interface Invitation {
  token: string;
}

export interface Invited {
  table: string;
  play: boolean;
}

export interface SeatChange {
  to: 'bot' | 'open' | 'person';
  level?: 'casual' | 'expert' | 'greedy' | 'novice' | 'random' | 'skilled';
}

export interface Done {
  ok: boolean;
}

export interface Replay {
  table: string;
  game: string;
  names: string[];
  ply: number;
  plies: number;
  seat: number;
  action: string | null;
  events: EventInfo[];
  view: unknown;
}

export interface EventInfo {
  key: string;
  seat: number;
  facts?: Record<string, unknown>;
  ply: number;
}

export interface NewDeal {
  game: string;
  options: Record<string, boolean | number | string>;
  hours?: number;
}

export interface DealResult {
  table: string;
  names: string[];
  scores: unknown[];
  winners: number[];
}

export interface DealInfo {
  id: string;
  game: string;
  options: Record<string, unknown>;
  commitment: string;
  closes_at: number;
  played: number;
  results: DealResult[] | null;
  server_seed: string | null;
}

export interface Health {
  ok: boolean;
  version: string;
  tables: number;
  connections: number;
}

export interface Snapshot {
  type: 'snapshot';
  table: TableInfo;
  ply: number;
  seat: number;
  seats: number[];
  view: unknown;
  aid: Candidates[] | null;
  clock: ClockState | null;
  events: EventInfo[];
  said: Said[];
  note: string;
  offers: Offered[];
}

export interface Candidates {
  slot: number;
  values: number[];
}

export interface ClockState {
  left: number[];
  running: number;
  held: boolean;
}

export interface Said {
  seat: number;
  kind: 'chat' | 'phrase';
  text: string;
  ply: number;
  at: number;
}

export interface Offered {
  what: 'pause' | 'resume' | 'stop';
  agreed: number[];
}

export interface Update {
  type: 'update';
  since: number;
  ply: number;
  changes: Record<string, unknown>;
  events: EventInfo[];
  aid?: Candidates[] | null;
  clock?: ClockState | null;
}

export interface TableChanged {
  type: 'table';
  table: TableInfo;
  clock: ClockState | null;
  offers: Offered[];
}

export interface Accepted {
  type: 'accepted';
  request: string;
  ply: number;
}

export interface Refused {
  type: 'refused';
  request: string;
  reason: Reason;
  ply: number;
}

export interface Reason {
  key: string;
  text: string;
  rule: string | null;
}

export interface Previewed {
  type: 'previewed';
  request: string;
  ply: number;
  played: number;
  wall: boolean;
  refused: Reason | null;
  view: unknown;
}

export interface Hinted {
  type: 'hinted';
  request: string;
  hints: HintInfo[];
}

export interface HintInfo {
  actions: string[];
  expected: number;
  key: string;
  facts: Record<string, unknown>;
  text: string;
}

export interface SaidNow {
  type: 'said';
  said: Said;
}

export interface Warned {
  type: 'warned';
  seat: number;
  key: 'covered' | 'time_short' | 'time_up';
  until: number;
  next: 'covered' | 'time_up' | 'waiting';
}

export interface Failed {
  type: 'failed';
  reason: Reason;
}

export interface Open {
  type: 'open';
  table: string;
  watch?: string | null;
  seen?: number | null;
}

export interface Act {
  type: 'act';
  request: string;
  ply: number;
  actions: string[];
}

export interface Preview {
  type: 'preview';
  request: string;
  ply: number;
  actions: string[];
}

export interface Hint {
  type: 'hint';
  request: string;
  ply: number;
}

export interface Note {
  type: 'note';
  request: string;
  text: string;
}

export interface Phrase {
  type: 'phrase';
  request: string;
  key: string;
}

export interface Chat {
  type: 'chat';
  request: string;
  text: string;
}

export interface Offer {
  type: 'offer';
  request: string;
  what: 'pause' | 'resume' | 'stop';
}

export interface Accept {
  type: 'accept';
  request: string;
  what: 'pause' | 'resume' | 'stop';
}

export interface Decline {
  type: 'decline';
  request: string;
  what: 'pause' | 'resume' | 'stop';
}

export interface Look {
  type: 'look';
  request: string;
  seat: number;
  pin?: string | null;
}

export interface Curtain {
  type: 'curtain';
  request: string;
}

export interface Refresh {
  type: 'refresh';
  request: string;
  seen?: number | null;
}

export interface Ping {
  type: 'ping';
  request: string;
}

export interface NizamView {
  game: string;
  seat: number;
  players: number;
  first: number;
  to_act: number;
  phase: string;
  over: boolean;
  scores: number[];
  winners: number[];
  legal: string[];
  board: string[];
  hands: (string | null)[];
  hand_sizes: number[];
  deck: number;
  discard: string;
  run_outs: number;
  run_outs_to_end: number;
  hand_limit: number;
  combinations: NizamCombination[];
  points_now: number;
}

export interface NizamCombination {
  line: string;
  start: number;
  length: number;
  kind: string;
  points: number;
  scores: boolean;
}

export interface PearlView {
  game: string;
  seat: number;
  players: number;
  first: number;
  to_act: number;
  phase: string;
  over: boolean;
  scores: number[];
  winners: number[];
  legal: string[];
  board: string[];
  hands: (string | null)[];
  hand_sizes: number[];
  deck: number;
  discard: string;
  run_outs: number;
  piles: string[];
  tasks_left: string[];
  blocked: string[];
  combinations: PearlCombination[];
  tasks_now: string;
  pearl_stands_for: string | null;
  stall: number;
  stall_limit: number;
}

export interface PearlCombination {
  line: string;
  start: number;
  length: number;
  kind: string;
  needs_pearl: boolean;
  counts: boolean;
}

export interface GnomesView {
  game: string;
  seat: number;
  players: number;
  first: number;
  to_act: number;
  phase: string;
  over: boolean;
  scores: number[][];
  winners: number[];
  legal: string[];
  blocked: GnomesBlocked[] | null;
  deck_option: string;
  last_round: string;
  round_number: number;
  rounds_left: number;
  deck: number;
  open: (string | null)[];
  discard: string[];
  pending: string | null;
  cures: Record<string, string[]>;
  places: GnomesPlace[];
}

export interface GnomesBlocked {
  card: string;
  rule: string;
  key: string;
  reason: string;
}

export interface GnomesPlace {
  cave: boolean;
  curses: GnomesCurse[];
  gems: string[];
  hidden: string[];
  sets: GnomesGemSet[];
  hand: (string | null)[];
  num_known: number;
}

export interface GnomesCurse {
  card: string;
  by: number;
  lifted_by: string[];
}

export interface GnomesGemSet {
  shares: string;
  cards: string[];
}

export interface LuzView {
  game: string;
  seat: number;
  players: number;
  first: number;
  to_act: number;
  phase: string;
  over: boolean;
  scores: number[];
  winners: number[];
  legal: string[];
  deal: number;
  dealer: number;
  marker: number;
  highest_value: number;
  payoff: LuzPayoff;
  bead_supply: string;
  beads_left: number | null;
  hands: LuzSlot[][];
  aside: (string | null)[];
  trick: LuzTrick;
  last_trick: LuzTrick | null;
  deals: LuzDeal[];
  past_hands: string[][];
}

export interface LuzPayoff {
  exact: number;
  safe: number;
  miss: number;
}

export interface LuzSlot {
  colour: string;
  card: string | null;
  played: boolean;
}

export interface LuzTrick {
  leader: number;
  colour: string | null;
  plays: LuzPlay[];
  winner: number;
}

export interface LuzPlay {
  seat: number;
  card: string;
}

export interface LuzDeal {
  number: number;
  dealer: number;
  marker: number;
  opener: number;
  bets: (LuzBet | null)[];
  tricks: number[];
  points: number[] | null;
}

export interface LuzBet {
  bid: number;
  safety: boolean;
}

export type Message = Snapshot | Update | TableChanged | Accepted | Refused | Previewed | Hinted | SaidNow | Warned | Failed;

export type Request = Open | Act | Preview | Hint | Note | Phrase | Chat | Offer | Accept | Decline | Look | Curtain | Refresh | Ping;
