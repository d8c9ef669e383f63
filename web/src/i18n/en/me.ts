import { n } from './basics';
import { texts } from '../texts';

/** Texts of a person's own page; they are loaded with it. */
const me = {
  since: (day: string) => `here since ${day}`,
  matches: (count: number) => n(count, 'match played', 'matches played'),
  nobody: 'Nobody knows you here yet. Play a match or choose a name, and this page is yours.',
  ratings: 'Ratings',
  fewMatches: (count: number, of: number) => `${count} of ${of} matches`,
  month: (change: string) => `${change} in 30 days`,
  unrated: 'No ratings yet: they come with matches against people.',
  running: 'Running',
  noRunning: 'No match is running.',
  finished: 'Finished',
  noFinished: 'No finished match yet.',
  more: (count: number) => `Show more · ${count} in all`,
  won: 'You won',
  shared: 'You shared the win',
  unfinished: 'Not finished',
  review: 'Look back',
  recordFile: 'Look at a record file',
  against: 'Results against others',
  botsOf: (level: string) => `bots · ${level}`,
  score: (won: number, lost: number, matches: number) =>
    `${won} won, ${lost} lost of ${n(matches, 'match', 'matches')}`,
  nobodyMet: 'You have not finished a match against anybody yet.',
  lessons: 'Lessons and puzzles',
  lessonSteps: (done: number, all: number) => `${done} of ${all} steps`,
  start: 'Start',
  goOn: 'Go on',
  done: 'done',
  puzzles: (rating: number, answered: number) =>
    `rating ${rating}, ${n(answered, 'puzzle', 'puzzles')} answered`,
  noticesTitle: 'Notices',
  noticesText:
    'This browser shows them, also while this page is closed. They do not say anything about cards.',
  noticeKinds: {
    turn: 'It is my turn and I am away',
    time: 'My time is running short',
    invitation: 'Somebody wants to play again',
    expiry: 'A table of mine ends because nobody comes back',
  },
  notices: {
    turn: 'It is your turn',
    time: 'Your time is running short',
    invitation: 'You are invited to another match',
    expiry: 'Your table ends if nobody comes back',
    until: 'until {}',
  },
  noNotices: {
    site: 'This site does not offer notices.',
    browser: 'This browser cannot show notices from this page.',
    denied: 'The browser does not allow notices from this page. You can change that in its settings.',
  },
  noticesFailed: 'The browser’s push service does not answer. Please try again later.',
  devices: 'Devices and recovery',
  codeText: 'No e-mail is needed. This code brings you back on any device: keep it safe.',
  codeHidden: 'hidden code',
  show: 'Show',
  hide: 'Hide',
  newCode: 'Make a new code',
  newCodeText: 'The code changes; the old one no longer works.',
  useCode: 'Enter a code of another device',
  signOut: 'Sign out all other devices',
  signOutText: 'Only this browser stays signed in. The recovery code changes, too.',
  signedOut: 'All other devices are signed out.',
  muted: 'Muted people',
  nobodyMuted: 'You read everybody. At a table, the menu lets you mute somebody.',
  unmute: 'Unmute',
  data: 'My data',
  exportAll: 'Export everything (JSON)',
  remove: 'Delete my data …',
  removeText:
    'Your name leaves all tables at once, and a bot plays on for you. Finished matches stay for the others, with a guest in your place. This cannot be undone.',
  removeName: (name: string) => `Type your name to confirm: ${name}`,
  removeNow: 'Delete for good',
  removed: 'Everything about you has been deleted.',
  preferences: 'Language, colours, sounds and speed',
  privacy: 'What this server stores',
  reasons: texts({
    other_name: 'This is not your name. Nothing has been deleted.',
  }),
};

export type MeTexts = typeof me;
export default me;
