import { expect, test } from 'vitest';

import { guessesOn, readNotes, withGuess, writeNotes } from './notes';

test('guesses and words live in one text and come back', () => {
  const notes = withGuess(withGuess(readNotes('Palm bluffs'), 2, 4, 7), 2, 4, 6);
  expect(writeNotes(notes)).toBe('#2 4=6,7\nPalm bluffs');
  expect(readNotes(writeNotes(notes))).toEqual({ deal: 2, guesses: { 4: [6, 7] }, words: 'Palm bluffs' });
});

test('a guess is taken back by the second tap, and an empty note counts as none', () => {
  const notes = withGuess(withGuess(readNotes(''), 1, 3, 9), 1, 3, 9);
  expect(writeNotes(notes)).toBe('');
});

test('guesses of a former deal, and what is ruled out, drop out', () => {
  const notes = readNotes('#1 5=3,8');
  expect(guessesOn(notes, 1, 5, null)).toEqual([3, 8]);
  expect(guessesOn(notes, 1, 5, [8, 9])).toEqual([8]);
  expect(guessesOn(notes, 2, 5, null)).toEqual([]);
});

test('what was written by hand is left alone', () => {
  expect(readNotes('#tag 4=1')).toEqual({ deal: 0, guesses: {}, words: '#tag 4=1' });
});
