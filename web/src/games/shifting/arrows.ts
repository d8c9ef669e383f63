/** Walking over the board by arrow keys: its cells and the handles around them are one field of seven by seven. */
import { COLUMNS, ROWS } from './lines';

/** Row and column from 0 to 6: cells are 1 to 5, handles 0 and 6; the four corners are not places. */
export type Spot = readonly [row: number, column: number];

const LAST = 6;
const ARROWS: Record<string, { by: Spot; way: string }> = {
  ArrowLeft: { by: [0, -1], way: '<' },
  ArrowRight: { by: [0, 1], way: '>' },
  ArrowUp: { by: [-1, 0], way: '^' },
  ArrowDown: { by: [1, 0], way: 'v' },
};

export function isArrow(key: string): boolean {
  return key in ARROWS;
}

/** Where an arrow leads: one place on, and from the end of a side round the corner to the next side. */
export function stepFrom([row, column]: Spot, key: string): Spot {
  const { by } = ARROWS[key]!;
  const next: Spot = [inside(row + by[0]), inside(column + by[1])];
  if (!isEdge(next[0]) || !isEdge(next[1])) return next;
  return by[0] ? [next[0], column ? LAST - 1 : 1] : [row ? LAST - 1 : 1, next[1]];
}

/** The shift of the line through a place, the way that an arrow points; null from a handle across its line. */
export function shiftAt([row, column]: Spot, key: string): string | null {
  const { by, way } = ARROWS[key]!;
  const name = by[0] ? COLUMNS[column - 1] : ROWS[row - 1];
  return name ? name + way : null;
}

function isEdge(at: number): boolean {
  return at === 0 || at === LAST;
}

function inside(at: number): number {
  return Math.max(0, Math.min(LAST, at));
}
