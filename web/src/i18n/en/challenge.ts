import { n } from './basics';

const texts = {
  title: 'Challenge',
  from: (name: string) => (name ? `${name} challenges you` : 'A challenge'),
  yours: 'Your challenge',
  what: 'The same cards, the same seat, bots of the same strength. Can you do better?',
  seat: 'this seat',
  bot: (level: string) => `bot · ${level}`,
  players: (count: number) => n(count, 'player so far', 'players so far'),
  play: 'Play',
  goOn: 'Go on',
  again: 'Play again for practice',
  firstCounts: 'The first try counts, all others are practice. The match is not rated.',
  practice: 'You know these cards, so you can only practise.',
  until: (day: string) => `It can be played until ${day}.`,
  closed: 'This challenge is closed.',
  results: 'First tries',
  hidden: 'Results are shown when you have played.',
  toBeat: 'challenger',
  you: 'you',
  won: 'won',
  invite: 'Send this link',
  share: 'Send it',
  copy: 'Copy the link',
  copied: 'Copied',
  gone: 'There is no such challenge.',
};

export type ChallengeTexts = typeof texts;
export default texts;
