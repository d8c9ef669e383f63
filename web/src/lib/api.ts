import type {
  AnalysisNow,
  BestLine,
  Export,
  ChallengeInfo,
  DailyInfo,
  DealInfo,
  Games,
  Invited,
  Join,
  Lessons,
  Matches,
  Me,
  NewPractice,
  MyPage,
  NewReport,
  NewTable,
  PersonChange,
  Privacy,
  Problem,
  PushInfo,
  PushKinds,
  PushWanted,
  PuzzleAnswer,
  PuzzleInfo,
  PuzzleTried,
  PuzzleVerdict,
  RecoveryCode,
  Replay,
  ReviewInfo,
  ReviewStory,
  Rulebook,
  SeatChange,
  SiteInfo,
  TableInfo,
  Tables,
  VacationInfo,
} from '../protocol';
import { base } from './base';

import type { DealtRecord } from './shuffles';

/** A request that the server has refused, or that did not reach it (`key` is then "offline"). */
export class ApiError extends Error {
  constructor(
    readonly key: string,
    text: string,
  ) {
    super(text);
  }
}

async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${base}/api/${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('offline', 'the server does not answer');
  }
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new ApiError(problem?.key ?? 'offline', problem?.text ?? 'the server does not answer');
}

export const api = {
  site: () => call<SiteInfo>('GET', 'site'),
  privacy: () => call<Privacy>('GET', 'privacy'),
  games: () => call<Games>('GET', 'games'),
  rules: (game: string, language: string) => call<Rulebook>('GET', `games/${game}/rules/${language}`),
  me: () => call<Me | null>('GET', 'me'),
  sayWhoIAm: (change: PersonChange) => call<Me>('POST', 'me', change),
  newCode: () => call<RecoveryCode>('POST', 'me/code'),
  showCode: () => call<RecoveryCode>('POST', 'me/code/show'),
  /** Sign out all other devices; this browser's push subscription stays. */
  signOutOthers: (endpoint?: string) => call<{ ok: boolean }>('POST', 'me/sign-out', { endpoint }),
  myVacation: () => call<VacationInfo>('GET', 'me/vacation'),
  /** Go on vacation for days, change its length, or end it with 0. */
  takeVacation: (days: number) => call<VacationInfo>('POST', 'me/vacation', { days }),
  pushInfo: () => call<PushInfo>('GET', 'push'),
  pushLook: (endpoint: string) => call<PushKinds>('POST', 'me/push/look', { endpoint }),
  wantPush: (wanted: PushWanted) => call<{ ok: boolean }>('POST', 'me/push', wanted),
  myPage: () => call<MyPage>('GET', 'me/page'),
  exportMe: () => call<Export>('GET', 'me/export'),
  removeMe: (name: string) => call<{ ok: boolean }>('POST', 'me/remove', { name }),
  unmute: (key: string) => call<{ ok: boolean }>('POST', 'me/unmute', { key }),
  mute: (id: string, seat: number, muted: boolean) =>
    call<{ ok: boolean }>('POST', `tables/${id}/seats/${seat}/mute`, { muted }),
  recover: (code: string) => call<Me>('POST', 'me/recover', { code }),
  lessons: () => call<Lessons>('GET', 'lessons'),
  publicTables: () => call<Tables>('GET', 'tables'),
  myTables: () => call<Tables>('GET', 'my/tables'),
  myMatches: (skip: number) => call<Matches>('GET', `my/matches?skip=${skip}`),
  createTable: (wanted: NewTable) => call<TableInfo>('POST', 'tables', wanted),
  table: (id: string) => call<TableInfo>('GET', `tables/${id}`),
  followLink: (token: string) => call<Invited>('POST', 'link', { token }),
  join: (id: string, wanted: Join) => call<TableInfo>('POST', `tables/${id}/join`, wanted),
  leave: (id: string) => call<{ ok: boolean }>('POST', `tables/${id}/leave`),
  start: (id: string) => call<TableInfo>('POST', `tables/${id}/start`),
  changeSeat: (id: string, seat: number, change: SeatChange) =>
    call<TableInfo>('POST', `tables/${id}/seats/${seat}`, change),
  report: (id: string, report: NewReport) => call<{ ok: boolean }>('POST', `tables/${id}/reports`, report),
  /** What a review shows: a table's match that has ended, or a record file. */
  review: (id: string) => call<ReviewInfo>('GET', `reviews/${id}`),
  newReview: (record: string) => call<ReviewInfo>('POST', 'reviews', { record }),
  /** One moment as a seat saw it; null: the most that may be seen. */
  moment: (id: string, ply: number, view: number | null) =>
    call<Replay>('GET', `reviews/${id}/moment?ply=${ply}${view === null ? '' : `&view=${view}`}`),
  story: (id: string, view: number | null) =>
    call<ReviewStory>('GET', `reviews/${id}/story${view === null ? '' : `?view=${view}`}`),
  analysis: (id: string) => call<AnalysisNow>('GET', `reviews/${id}/analysis`),
  tryReview: (id: string, ply: number, actions: string[]) =>
    call<PuzzleTried>('POST', `reviews/${id}/try`, { ply, actions }),
  record: (id: string) => call<DealtRecord>('GET', `tables/${id}/record`),
  /** The next puzzle of a game, or a certain one. */
  puzzle: (game: string, id: string | null) =>
    call<PuzzleInfo>('GET', `puzzles/${game}${id === null ? '' : `/${id}`}`),
  tryPuzzle: (game: string, id: string, answer: PuzzleAnswer) =>
    call<PuzzleTried>('POST', `puzzles/${game}/${id}/try`, answer),
  answerPuzzle: (game: string, id: string, answer: PuzzleAnswer) =>
    call<PuzzleVerdict>('POST', `puzzles/${game}/${id}/answer`, answer),
  showPuzzle: (game: string, id: string) => call<PuzzleVerdict>('POST', `puzzles/${game}/${id}/show`),
  practise: (wanted: NewPractice) => call<TableInfo>('POST', 'practice', wanted),
  daily: () => call<DailyInfo>('GET', 'daily'),
  bestLine: (day: string) => call<BestLine>('GET', `daily/${day}/line`),
  /** Play the board of a day: for a result, or for practice if its cards are known. */
  playDaily: (day: string) => call<TableInfo>('POST', 'daily/board', { day }),
  /** Let others play the deal of a finished match of mine. */
  makeChallenge: (table: string) => call<ChallengeInfo>('POST', `tables/${table}/challenge`),
  challenge: (id: string) => call<ChallengeInfo>('GET', `challenges/${id}`),
  playChallenge: (id: string) => call<TableInfo>('POST', `challenges/${id}/play`),
  deal: (id: string) => call<DealInfo>('GET', `deals/${id}`),
  rematch: (id: string) => call<TableInfo>('POST', `tables/${id}/rematch`),
};

/** The address of a finished match's record. */
export function recordAddress(id: string): string {
  return `${base}/api/tables/${id}/record`;
}

/** This person's random number for a deal: 32 bytes in hex. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
