import type { RatingAt } from '../../protocol';

/** With fewer rated matches a rating says little. */
export const LEAST_MATCHES = 8;

const [WIDTH, TOP, BOTTOM] = [100, 4, 30];
const LEAST_SPAN = 40; // Ratings: a smaller change does not fill the height.

/** The path of a curve of ratings in a box of 100 × 34, from left to right; one point alone is a level line. */
export function curvePath(points: RatingAt[]): string {
  const ratings = points.map(({ rating }) => rating);
  if (!ratings.length) return '';
  if (ratings.length === 1) ratings.push(ratings[0]!);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const span = Math.max(LEAST_SPAN, high - low);
  const middle = (low + high) / 2;
  const y = (rating: number) => (TOP + BOTTOM) / 2 - ((rating - middle) / span) * (BOTTOM - TOP);
  const x = (place: number) => (place / (ratings.length - 1)) * WIDTH;
  return ratings
    .map((rating, place) => `${place ? 'L' : 'M'}${round(x(place))} ${round(y(rating))}`)
    .join('');
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
