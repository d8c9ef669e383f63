/** The shifting board as data for the eye: nothing here decides what is allowed. */
import type { EventInfo } from '../../protocol';

export const KINDS = [...'RCTEQSAX'];
export const ROWS = [...'12345'];
export const COLUMNS = [...'abcde'];
const SIDE = 5;

/** One of the twenty handles: where it is, and which shift it makes. */
export interface Handle {
  shift: string; // "3<"
  side: 'top' | 'bottom' | 'left' | 'right';
  area: string; // Its place in the grid of the board.
  at: string; // The same for walking: "0-1".
  row: number; // The cell beside it: that card is paid for and wraps round.
  column: number;
}

export const HANDLES: Handle[] = [
  ...COLUMNS.map((name, at): Handle => ({
    shift: `${name}^`,
    side: 'top',
    area: `1/${at + 2}`,
    at: `0-${at + 1}`,
    row: 0,
    column: at,
  })),
  ...ROWS.map((name, at): Handle => ({
    shift: `${name}<`,
    side: 'left',
    area: `${at + 2}/1`,
    at: `${at + 1}-0`,
    row: at,
    column: 0,
  })),
  ...ROWS.map((name, at): Handle => ({
    shift: `${name}>`,
    side: 'right',
    area: `${at + 2}/7`,
    at: `${at + 1}-6`,
    row: at,
    column: 4,
  })),
  ...COLUMNS.map((name, at): Handle => ({
    shift: `${name}v`,
    side: 'bottom',
    area: `7/${at + 2}`,
    at: `6-${at + 1}`,
    row: 4,
    column: at,
  })),
];

export const ARROWS = { top: 'up', bottom: 'down', left: 'left', right: 'right' } as const;

const SIGNS: Record<string, string> = { '<': '←', '>': '→', '^': '↑', v: '↓' };

/** "A ↑": a shift in the letters and figures of the handles. */
export function signOf(shift: string): string {
  return `${shift[0]!.toUpperCase()}\u00a0${SIGNS[shift[1]!]}`;
}

/** How a shift is paid, by the legal actions: with the card beside the handle, with any three, or not at all. */
export function priceOf(legal: string[], shift: string): 'one' | 'three' | 'off' {
  if (legal.includes(shift)) return 'one';
  return legal.includes(`${shift}:???`) ? 'three' : 'off';
}

/** The board after a line has slid: for the picture of a move that the server has told. */
export function slid(board: string[], shift: string): string[] {
  const [name, way] = [shift[0]!, shift[1]!];
  if (way === '<' || way === '>')
    return board.map((row, at) => (ROWS[at] === name ? turned(row, way === '>') : row));
  const column = COLUMNS.indexOf(name);
  const line = turned(board.map((row) => row[column]).join(''), way === 'v');
  return board.map((row, at) => row.slice(0, column) + line[at] + row.slice(column + 1));
}

function turned(line: string, forward: boolean): string {
  return forward ? line.slice(-1) + line.slice(0, -1) : line.slice(1) + line[0];
}

/** Cells of a line, in reading order. */
export function cellsOf(line: string, start = 0, length = SIDE): number[] {
  const places = Array.from({ length }, (_, step) => start + step);
  const row = ROWS.indexOf(line);
  return row >= 0
    ? places.map((at) => SIDE * row + at)
    : places.map((at) => SIDE * at + COLUMNS.indexOf(line));
}

/** What kind of event it is: "shift", whichever game of this board it is from. */
export function kindOf({ key }: EventInfo): string {
  return key.slice(key.indexOf('.') + 1);
}

/** Cells that a line of the log is about. */
export function cellsAbout(event: EventInfo): number[] {
  const { facts = {} } = event;
  if (kindOf(event) === 'shift') return cellsOf((facts.shift as string)[0]!);
  if (kindOf(event) === 'combination') {
    const { line, start, length } = facts as { line: string; start: number; length: number };
    return cellsOf(line, start, length);
  }
  return (facts.cells as number[] | undefined) ?? [];
}

/** The grid area of a run of cards. */
export function areaOf(line: string, start: number, length: number): string {
  const row = ROWS.indexOf(line);
  if (row >= 0) return `${row + 1}/${start + 1}/${row + 2}/${start + length + 1}`;
  const column = COLUMNS.indexOf(line);
  return `${start + 1}/${column + 1}/${start + length + 1}/${column + 2}`;
}

/** The shifts of the last turn with shifts, and who made them: their trace stays on the board. */
export function lastShifts(log: EventInfo[]): { seat: number; shifts: string[] } | null {
  const shifts: string[] = [];
  let seat = -1;
  for (let at = log.length - 1; at >= 0; at--) {
    const event = log[at]!;
    if (event.seat < 0) continue;
    if (seat >= 0 && event.seat !== seat) break;
    if (event.key.endsWith('.draw') && shifts.length) break;
    seat = event.seat;
    if (event.key.endsWith('.shift')) shifts.unshift((event.facts as { shift: string }).shift);
    else if (event.key.endsWith('.draw')) break;
  }
  return shifts.length ? { seat, shifts } : null;
}

/** How a line that has slid is marked, on a board of 500 by 500: its frame, and chevrons in the gaps between its tiles. */
export interface Mark {
  line: string;
  frame: { x: number; y: number; width: number; height: number };
  chevrons: string; // A path.
}

const TILE = 100;
const INSET = 4; // The frame lies inside its line, so that those of neighbours do not meet.
const CHEVRON = 7; // How far a chevron reaches into the tiles: their gems begin further in.

/** The mark of a line that has slid once or several times. */
export function markOf(shifts: string[]): Mark {
  const line = shifts[0]![0]!;
  const isRow = ROWS.includes(line);
  const start = TILE * (isRow ? ROWS : COLUMNS).indexOf(line);
  const [long, wide] = [SIDE * TILE - 2 * INSET, TILE - 2 * INSET];
  const frame = isRow
    ? { x: INSET, y: start + INSET, width: long, height: wide }
    : { x: start + INSET, y: INSET, width: wide, height: long };
  // If it slid to and fro, both directions are shown alternately.
  const chevrons = Array.from({ length: SIDE - 1 }, (_, gap) => {
    const way = shifts[gap % shifts.length]![1]!;
    const point = TILE * (gap + 1) + (way === '>' || way === 'v' ? CHEVRON : -CHEVRON);
    const back = 2 * TILE * (gap + 1) - point;
    const middle = start + TILE / 2;
    const [from, to] = [middle - 2 * CHEVRON, middle + 2 * CHEVRON];
    return isRow
      ? `M${back} ${from}L${point} ${middle}L${back} ${to}`
      : `M${from} ${back}L${middle} ${point}L${to} ${back}`;
  });
  return { line, frame, chevrons: chevrons.join('') };
}

/** Cards that are in the first hand and not in the second. */
export function paidFrom(before: string, after: string): string {
  let left = after;
  return [...before]
    .filter((kind) => {
      if (!left.includes(kind)) return true;
      left = left.replace(kind, '');
      return false;
    })
    .join('');
}

/** A hand as piles of equal cards, in the order of the letters. */
export function pilesOf(hand: string): { kind: string; count: number }[] {
  return KINDS.map((kind) => ({ kind, count: [...hand].filter((each) => each === kind).length })).filter(
    ({ count }) => count,
  );
}

/** Whether an action shifts a line: "3<", "b^:RST". */
export function isShift(action: string): boolean {
  return /^[1-5a-e][<>^v]/.test(action);
}
