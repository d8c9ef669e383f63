import { describe, expect, it } from 'vitest';

import type { GnomesDecision } from '../../protocol';
import en from './texts/en';
import ru from './texts/ru';
import uk from './texts/uk';

const names = ['Ada', 'Бо', 'Cleo'];
const name = (seat: number) => names[seat]!;
const decision = (best: number[], next: number[], equal: number[], against: number[]): GnomesDecision => ({
  best,
  next,
  equal,
  against,
});

describe('what decides a match of Speedy Gnomes', () => {
  const both = decision([2], [0], [6, 6, 5], [4, 3]);

  it('has a sentence in English', () => {
    const { decision: tell } = en;
    expect(tell(both, name)).toBe(
      'Ada and Cleo both have 2 sixes and a five; the next set, four against three, decides.',
    );
    expect(tell(decision([0], [1, 2], [6], [2, 0]), name)).toBe(
      'Ada, Бо and Cleo all have a six; one set more, a two, decides.',
    );
    expect(tell(decision([0], [1], [], [6, 5]), name)).toBe('The largest set, six against five, decides.');
    expect(tell(decision([0], [1, 2], [], [1, 0]), name)).toBe('Nobody else has a gem that counts.');
    expect(tell(decision([0, 1, 2], [], [6], []), name)).toBe('All have the same sets.');
  });

  it('has a sentence in Ukrainian', () => {
    const { decision: tell } = uk;
    expect(tell(both, name)).toBe(
      'Ada і Cleo: в обох 2 шістки і п’ятірка; вирішує наступний набір: четвірка проти трійки.',
    );
    expect(tell(decision([0], [1], [], [2, 1]), name)).toBe(
      'Вирішує найбільший набір: двійка проти одного каменя.',
    );
  });

  it('has a sentence in Russian', () => {
    const { decision: tell } = ru;
    expect(tell(both, name)).toBe(
      'Ada и Cleo: у обоих 2 шестёрки и пятёрка; решает следующий набор: четвёрка против тройки.',
    );
    expect(tell(decision([0], [1], [4], [2, 0]), name)).toBe(
      'Ada и Бо: у обоих четвёрка; решает ещё один набор: двойка.',
    );
  });
});

describe('the standing of a player', () => {
  it('is a place, alone or shared', () => {
    expect([en.place(1, 1), uk.place(2, 1), ru.place(3, 1)]).toEqual(['1st', '2-ге', '3-е']);
    expect([en.place(1, 2), uk.place(1, 2), ru.place(2, 3)]).toEqual(['tied 1st', '1–2-ге', '2–4-е']);
  });

  it('is the largest sets', () => {
    expect(en.sizes([6, 6])).toBe('2 sixes');
    expect(uk.sizes([5])).toBe('п’ятірка');
    expect(ru.sizes([6, 6, 6, 6, 6])).toBe('5 шестёрок');
  });
});
