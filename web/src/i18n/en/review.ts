import { points } from './basics';

const texts = {
  view: 'Whose view',
  allOpen: 'All cards open',
  everybody: 'What everybody saw',
  asSeen: (name: string) => `As ${name} saw it`,
  turnBack: 'One turn back',
  turnOn: 'One turn on',
  share: 'Share this moment',
  shared: 'Link copied',
  playOn: 'Play on from here',
  details: 'Details',
  chance: 'Chance to win',
  chances: (all: { name: string; share: number }[]) =>
    all.map(({ name, share }) => `${name} ${share} %`).join(', '),
  thinking: (done: number, total: number) =>
    total
      ? `The bots look at the match: ${Math.floor((100 * done) / total)} %`
      : 'The bots look at the match …',
  turningPoints: 'Turning points',
  turningPoint: (name: string, before: number, after: number) => `${name}: ${before} → ${after} %`,
  ratings: { best: 'best', fine: 'fine', forced: 'no choice' } as Record<string, string>,
  gaveShare: (share: number) => `gave away ${share < 1 ? 'less than 1' : share} %`,
  gavePoints: (lost: number) =>
    lost < 0.5 ? 'gave away less than a point' : `gave away ${points(Math.round(lost))}`,
  played: (name: string, action: string) => `${name} played: ${action}`,
  better: (action: string) => `Better was: ${action}.`,
  show: 'Show it on the board',
  showBack: 'Back to what was played',
  shownOnly: 'Only shown, not played',
  line: (action: string, count: number) => `The most that was there: ${action}, for ${points(count)}.`,
  luck: 'Luck and decisions',
  luckWhat: 'How the chance to win changed for each player, in per cent. The parts add up to the result.',
  start: 'at the start',
  own: 'own decisions',
  others: 'the others’ decisions',
  cards: 'the cards',
  end: 'at the end',
  summary: (best: number, fine: number, slips: number) =>
    `${best} best · ${fine} fine · ${slips} gave something away`,
  speed: 'Speed',
  log: 'The whole match',
  noLog: 'Nothing was played.',
  fileTitle: 'Look at a record file',
  fileWhat:
    'Choose the file of a finished match, or drag it here. The server checks it against the rules and keeps it for a week.',
  file: 'Choose a file',
  fileBad: 'This file is not a record of a match that follows the rules.',
  tooLarge: 'This file is too large for the record of a match.',
  together: 'Together',
  togetherWhat:
    'Send the link: people who open it appear here, and one of you can lead the others through the match.',
  people: 'People and talk',
  alsoHere: (names: string) => `Also here: ${names}`,
  you: 'you',
  lead: 'Lead',
  stopLeading: 'Stop leading',
  handOver: 'Hand over',
  mute: 'Mute',
  unmute: 'Unmute',
  youLead: 'You lead, the others follow',
  leads: 'leads',
  following: (name: string) => `You follow ${name || 'the leader'}`,
  ledBy: (name: string) => (name ? `${name} leads` : 'Somebody leads'),
  away: (name: string) => `${name || 'The leader'} has lost the connection`,
  follow: 'Follow',
  came: (name: string) => `${name} is here, too.`,
  left: (name: string) => `${name} has left.`,
  leadsNow: (name: string) => `${name} leads now.`,
  nobodyLeads: 'Nobody leads now.',
  notPlayedOut: 'This match was stopped before its end, so there is no analysis.',
  stopped: 'This match was not played to its end, so hidden cards stay hidden.',
};

export type ReviewTexts = typeof texts;
export default texts;
