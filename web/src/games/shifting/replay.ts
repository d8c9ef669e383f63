import { DONE, DRAW, NUM_PAID, PASS, PAY_0, SHIFT_0 } from './rules';
import { KINDS } from './decks';

const SIMPLE: Record<string, number> = { draw: DRAW, done: DONE, pass: PASS };
const ROWS = [...'12345'];
const COLUMNS = [...'abcde'];
const SHIFTS = [
  ...ROWS.map((row) => `${row}<`),
  ...ROWS.map((row) => `${row}>`),
  ...COLUMNS.map((column) => `${column}^`),
  ...COLUMNS.map((column) => `${column}v`),
];

/** The steps of an action of a record, as docs/record.md writes it; none if it is not one. */
export function stepsOf(text: string): number[] {
  if (text in SIMPLE) return [SIMPLE[text]!];
  const [shift, ...paid] = text.split(':');
  const steps = [
    SHIFTS.indexOf(shift!),
    ...paid.flatMap((kinds) => [...kinds].map((kind) => KINDS.indexOf(kind))),
  ];
  if (steps.includes(-1) || (paid.length > 0 && steps.length !== 1 + NUM_PAID)) return [];
  return steps.map((step, place) => step + (place ? PAY_0 : SHIFT_0));
}
