import { n } from './basics';

const texts = {
  title: 'Check the deal',
  fair: 'Nobody could choose the cards.',
  fairText: (shuffles: number) =>
    `Your browser recomputed ${shuffles === 1 ? 'the only shuffle' : `all ${n(shuffles, 'shuffle', 'shuffles')}`} of this match; every card agrees.`,
  follows: 'The cards follow from the server’s number.',
  followsText: (shuffles: number) =>
    `${n(shuffles, 'shuffle agrees', 'shuffles agree')}. But no player added a number, so the server could have tried several.`,
  broken: 'This deal does not agree.',
  oneBroken: 'One shuffle does not agree.',
  brokenShuffle: (name: string) =>
    `${name} of this match is not what the numbers give. The match does not count.`,
  brokenStart: 'By the numbers, another seat should have begun. The match does not count.',
  brokenAction: (number: number) =>
    `Action ${number} of the record is not possible with the cards that the numbers give. The match does not count.`,
  brokenServer: 'The server opened another number than the one it had fixed. The match does not count.',
  brokenShown: 'Before the deal the server showed another check number. The match does not count.',
  brokenMine:
    'Your number did not take part. If you sat in this match when it began, the deal cannot be trusted.',
  unknown: 'Not checked.',
  unknownText:
    'This page does not know the cards of this game. “heliodor record verify” can check the record.',
  offline: 'The record could not be loaded, so nothing was checked.',
  noSeeds: 'This record has no numbers to check the shuffles with.',
  notARecord: 'This file is not a record of a match.',
  busy: 'Mixing the cards again…',
  three: [
    'Before anyone sat down, the server fixed a secret number and showed its check number.',
    'Everybody who sat down added their own number, so no one knew the result.',
    'Now all numbers are open, and your browser mixes the cards again from them.',
  ],
  shuffles: 'Shuffles of this match',
  deal: (number: number, of: number) => (of > 1 ? `Deal ${number}` : 'Deal'),
  reshuffle: (number: number) => `Reshuffle ${number}`,
  cards: (count: number) => n(count, 'card', 'cards'),
  agrees: 'agrees',
  differs: 'differs',
  notChecked: 'not checked',
  wrongCard: (place: number, should: string, was: string) =>
    `Card ${place} should be: ${should}. The table dealt: ${was}.`,
  noOrder: 'The numbers give no such shuffle at this point.',
  verify: 'Report it, or have anyone check the saved record with',
  numbers: 'What was fixed, what was opened',
  fingerprint: 'check number, shown before',
  fingerprintOf: 'check number in the record',
  same: 'same',
  other: 'other',
  opened: 'server’s number, opened',
  fits: 'fits',
  yours: 'your number',
  theirs: (name: string) => `${name}’s number`,
  tookPart: 'took part',
  addsNone: 'added none',
  botsAddNone: 'bots add none',
  manyTables: 'Many tables play this deal, so players add no numbers. Somebody may have known the cards.',
  notKept: 'This browser has kept no number for this match.',
  copyNumber: (what: string) => `Copy: ${what}`,
  copied: 'copied',
  save: 'Save the record',
  report: 'Report it',
  copyReport: 'Copy the report',
  reportText: (address: string, what: string) =>
    `The deal of this match on Heliodor does not agree: ${address}\n${what}\nThe saved record can be checked with: heliodor record verify`,
  reported: 'Copied: send it to whom you like',
  done: 'Done',
  again: 'Try again',
  file: 'Check a record file',
  dropHere: 'Choose a file, or drag it here. It stays in this browser, and no network is needed.',
  how: 'How the mixing works',
  howText: [
    'The check number is the SHA-256 of the server’s number (the commitment). HMAC-SHA256 under that number, of all players’ numbers, gives the secret of the match; HMAC under the secret gives a key for the deal and for every action.',
    'SipHash-2-4 under such a key gives random numbers; with them the cards, sorted at first, change places from the last to the second. Your browser does this itself and compares card by card.',
    'Where discards become a new deck, your browser plays the whole match again by the rules, so it knows which cards were shuffled, and when. “heliodor record verify” does the same, and also checks the result.',
  ],
};

export type CheckTexts = typeof texts;
export default texts;
