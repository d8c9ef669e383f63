import { n } from './basics';

const texts = {
  stored: [
    'There are no accounts. A cookie makes you the same person on your next visit; it holds a random number and its signature, and nothing else.',
    'The server stores your name, your language, the day of your last visit, your tables with everything that is played and said there, your notes, your ratings, lessons and first answers to puzzles, your results on boards of the day, whom you have muted, your vacations, and reports about others.',
    'It stores no IP addresses. It holds them in memory for a short while, to slow down floods of requests and to keep banned people from coming back at once.',
    'The page loads nothing from other sites. Nothing is sent to them, except notices, if you ask for them: encrypted, through the push service of your browser.',
    'What is said when several people look at a match together is not stored; others see that you look at it.',
  ],
  howLong: 'How long',
  removed: {
    matches: (count: number) => `Finished matches are removed ${n(count, 'day', 'days')} after their end.`,
    lobbies: (count: number) =>
      `A table whose match does not begin is removed after ${n(count, 'day', 'days')} without a visit of its players.`,
    idle: (count: number) =>
      `A match that nobody comes back to for ${n(count, 'day', 'days')} is stopped. It counts as not finished, and nobody is rated.`,
    announced: (count: number) =>
      `Both are announced to the players ${n(count, 'day', 'days')} before; one who opens the table keeps it.`,
    people: (count: number) =>
      `A person who does not come for ${n(count, 'day', 'days')} and has no match here is removed.`,
    talk: (count: number) =>
      `What was said at tables is removed after ${n(count, 'day', 'days')}; notes, as long after the end of the match.`,
    logs: (count: number) =>
      `Reports that have been dealt with, and the log of what the host has done, are removed after ${n(count, 'day', 'days')}.`,
  },
  kept: {
    matches: 'Finished matches are kept.',
    lobbies: 'Tables whose match does not begin are kept.',
    idle: 'Matches that nobody comes back to are kept.',
    announced: 'The end of a table is not announced before.',
    people: 'People are kept until they delete their data.',
    talk: 'What was said at tables and your notes are kept.',
    logs: 'Reports, and the log of what the host has done, are kept.',
  },
  yours: 'Your data',
  ask: 'On your own page you get a copy of everything about you, and you can delete it. Finished matches then stay without your name.',
};

export type PrivacyTexts = typeof texts;
export default texts;
