import type { AnyView } from './scene';
import type { TableState } from './table.svelte';

/** A small picture in an explanation: its name in the sprite, with the classes and the style that colour it. */
export interface Picture {
  art: string;
  class?: string;
  style?: string;
  name: string; // What it shows, for screen readers.
  isMine?: boolean; // The reader holds this card.
}

/** The explanation of one thing on a table, made only from the reader's view. */
export interface Explanation {
  title: string;
  picture?: Omit<Picture, 'name'>;
  text: string[]; // What it is and does, a sentence or two each.
  /** What lifts it: cards, and whether the reader holds one of them. */
  remedy?: { words: string; cards: Picture[]; held: string };
  from?: string; // The player who played it.
  rules: string[]; // Numbers of the rules that say so: "S4".
  /** The remedy, if it can be played now. */
  offer?: { words: string; action: string };
}

/** Returns the explanation for a key of `data-explain` at this table; null if the thing is gone. */
export type Explainer<V extends AnyView = AnyView> = (
  key: string,
  table: TableState<V>,
) => Explanation | null;

/**
 * Attributes of something that only informs: a tap, Enter or the focus explains it. `place` is its index in a group
 * (`data-explain-group`), which is one Tab stop; arrow keys move within it. A move has `data-explain` alone.
 */
export function explained(
  key: string,
  { place = 0, isItem = false }: { place?: number; isItem?: boolean } = {},
): { 'data-explain': string; tabindex: 0 | -1; role?: 'button' } {
  // A list item keeps its role; everything else is announced as a button.
  return { 'data-explain': key, tabindex: place ? -1 : 0, ...(isItem ? {} : { role: 'button' as const }) };
}

/** The kind of thing and its details: "curse:2:0" -> ["curse", "2", "0"]. */
export function partsOf(key: string): [kind: string, ...details: string[]] {
  return key.split(':') as [string, ...string[]];
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Place {
  left: number;
  top: number;
  height: number; // Maximum height there.
}

const GAP = 10; // Between the thing and its explanation.
const EDGE = 8; // Between the explanation and the border of the screen.
const LEAST_HEIGHT = 120;

/**
 * Where an explanation of this size goes: beside its thing, never over it, inside the screen, and where it covers the
 * least of the other things.
 */
export function placeFor(
  thing: Box,
  size: { width: number; height: number },
  screen: { width: number; height: number },
  others: Box[],
): Place {
  const { width, height } = size;
  const x = clamp((thing.left + thing.right - width) / 2, EDGE, screen.width - width - EDGE);
  const y = clamp((thing.top + thing.bottom - height) / 2, EDGE, screen.height - height - EDGE);
  const fitting = [
    { left: thing.right + GAP, top: y },
    { left: thing.left - GAP - width, top: y },
    { left: x, top: thing.bottom + GAP },
    { left: x, top: thing.top - GAP - height },
  ].filter(
    ({ left, top }) =>
      left >= EDGE &&
      top >= EDGE &&
      left + width <= screen.width - EDGE &&
      top + height <= screen.height - EDGE,
  );
  const covered = fitting.map(({ left, top }) =>
    others.reduce(
      (sum, other) => sum + overlap({ left, top, right: left + width, bottom: top + height }, other),
      0,
    ),
  );
  const best = fitting[covered.indexOf(Math.min(...covered))];
  if (best) return { ...best, height: screen.height - EDGE - best.top };
  // It fits nowhere as a whole: use the larger space above or below, and scroll.
  const [above, below] = [thing.top - GAP - EDGE, screen.height - thing.bottom - GAP - EDGE];
  if (below >= above) return { left: x, top: thing.bottom + GAP, height: Math.max(LEAST_HEIGHT, below) };
  const room = Math.min(height, Math.max(LEAST_HEIGHT, above));
  return { left: x, top: Math.max(EDGE, thing.top - GAP - room), height: room };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
