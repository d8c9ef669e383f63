import type { DailyBoard, ScoreCount } from '../protocol';

/** What the results of a day say, and the text that people share. */

export const LEAST_PLAYERS = 20; // Before a distribution is shown.
const BIN = 3;
const MOST_BINS = 20;
const HEIGHTS = '▁▂▃▄▅▆▇█';
const HIGH_TURN = 9; // Points of a turn that is drawn at least this high, so that weak turns stay low.

export interface Bin {
  from: number;
  to: number;
  people: number;
}

const countOf = (counts: readonly ScoreCount[]) => counts.reduce((sum, { people }) => sum + people, 0);

/** Per cent of the other players whom a score beats; null if too few have played. */
export function shareBeaten(counts: readonly ScoreCount[], score: number): number | null {
  const players = countOf(counts);
  if (players < LEAST_PLAYERS) return null;
  const below = countOf(counts.filter((each) => each.score < score));
  return Math.floor((100 * below) / (players - 1));
}

/** The score in the middle of all. */
export function median(counts: readonly ScoreCount[]): number | null {
  const half = countOf(counts) / 2;
  let seen = 0;
  for (const { score, people } of counts) if ((seen += people) >= half) return score;
  return null;
}

/** Groups of scores of equal width, from the lowest to the highest, also of those named in `within`. */
export function binsOf(counts: readonly ScoreCount[], within: readonly number[]): Bin[] {
  const scores = [...counts.map(({ score }) => score), ...within];
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const width = Math.max(BIN, Math.ceil((high - low + 1) / MOST_BINS));
  const start = Math.floor(low / width) * width;
  const bins = Array.from({ length: Math.floor((high - start) / width) + 1 }, (_, i) => ({
    from: start + i * width,
    to: start + (i + 1) * width - 1,
    people: 0,
  }));
  for (const { score, people } of counts) bins[Math.floor((score - start) / width)]!.people += people;
  return bins;
}

/** The points of each turn as heights. */
export function bars(turns: readonly number[]): string {
  const high = Math.max(HIGH_TURN, ...turns);
  return turns.map((points) => HEIGHTS[Math.round((Math.max(0, points) / high) * 7)]).join('');
}

/** A result without a card or a move: lines of a text to share. */
export function shareLines(
  { turns, counts, score }: Pick<DailyBoard, 'turns' | 'counts' | 'score'>,
  words: { title: string; points: string; better: (share: number) => string; days: string },
): string[] {
  const share = counts && score !== null ? shareBeaten(counts, score) : null;
  return [
    words.title,
    [words.points, ...(share === null ? [] : [words.better(share)])].join(' · '),
    [...(turns.length ? [bars(turns)] : []), words.days].join(' · '),
  ];
}
