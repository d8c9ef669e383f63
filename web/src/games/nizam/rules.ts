// @ts-nocheck
// Translated from src/heliodor/games/nizam/rules.py by `make docs`; do not edit.

import { and, fill, or, quotient, remainder, shiftLeft, shiftRight, xor } from '../../lib/rules/arithmetic';
import { next_keyed_word, shuffle_deck } from '../../lib/rules/chance';
import { bit } from '../../lib/rules/bits';
import { open_deck, take_card } from '../../lib/rules/deck';
import { choose_shift, draw_cards, draw_one, legal_payments, legal_shifts, legal_turn, next_seat, pay_kind } from '../../games/shifting/rules';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;

export const CARDS_PER_KIND = 12;
export const DONE = 1;
export const DONE_BIT = 2;
export const DRAW = 0;
export const EXTRA_COMBINATION_POINTS = 1;
export const HAND_AT_START = 3;
export const LINE_CELLS = [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14], [15, 16, 17, 18, 19], [20, 21, 22, 23, 24], [0, 5, 10, 15, 20], [1, 6, 11, 16, 21], [2, 7, 12, 17, 22], [3, 8, 13, 18, 23], [4, 9, 14, 19, 24]];
export const MAX_SEATS = 5;
export const MIDDLE = 2;
export const NUM_ACTIONS = 31;
export const NUM_CARDS = 96;
export const NUM_CELLS = 25;
export const NUM_KINDS = 8;
export const NUM_LINES = 10;
export const NUM_SHIFTING_ACTIONS = 31;
export const PASS = 2;
export const PAY_0 = 23;
export const Phase = { TURN: 0, PAYING: 1, SHIFTING: 2, TASKS: 3, OVER: 4 };
export const RUN_BITS = 3;
export const RUN_MASK = 7;
export const RUN_POINTS = [0, 0, 0, 3, 5, 7];
export const SHIFT_0 = 3;
export const SHORTEST_RUN = 3;
export const SIDE = 5;
export const CODES: string[] = ['R', 'C', 'T', 'E', 'Q', 'S', 'A', 'X'];
export const OPTIONS = { solo_hand_limit: 8 };
export const newState = () => ({
  rng: Array.from({ length: 3 }, () => 0),
  num_shuffles: 0,
  deck: Array.from({ length: 96 }, () => 0),
  deck_start: 0,
  deck_pos: 0,
  script_pos: 0,
  script_end: 0,
  run_outs: 0,
  players: 0,
  first: 0,
  turn: 0,
  phase: 0,
  board: Array.from({ length: 25 }, () => 0),
  hand: Array.from({ length: 5 }, () => Array.from({ length: 8 }, () => 0)),
  hand_size: Array.from({ length: 5 }, () => 0),
  hand_limit: 0,
  discard: Array.from({ length: 8 }, () => 0),
  pending_shift: 0,
  num_paid: 0,
  last_paid: 0,
  score: Array.from({ length: 5 }, () => 0),
  runs_at_start: Array.from({ length: 10 }, () => 0),
  runs_changed: Array.from({ length: 10 }, () => 0),
});

export function configure(state: Any, options: Any) {
  state.players = options['players'];
  state.hand_limit = ((options['players'] === 1) ? options['solo_hand_limit'] : 0);
}

export function set_up(state: Any, first: Any) {
  state.deck_pos = state.deck.length;
  if (open_deck(state, NUM_CARDS)) {
    for (let card = 0, end_card = NUM_CARDS; card < end_card; card += 1) {
      state.deck[card] = quotient(card, CARDS_PER_KIND);
    }
    shuffle_deck(state);
  }
  for (let cell = 0, end_cell = NUM_CELLS; cell < end_cell; cell += 1) {
    state.board[cell] = take_card(state);
  }
  for (let seat = 0, end_seat = state.players; seat < end_seat; seat += 1) {
    for (let _ = 0, end__ = HAND_AT_START; _ < end__; _ += 1) {
      state.hand[seat][take_card(state)] += 1;
    }
    state.hand_size[seat] = HAND_AT_START;
  }
  if ((first < 0)) {
    first = remainder(next_keyed_word(state), state.players);
  }
  state.first = first;
  state.turn = first;
  state.phase = Phase.TURN;
}

export function legal_actions(state: Any) {
  if ((state.phase === Phase.TURN)) {
    return legal_turn(state);
  }
  if ((state.phase === Phase.SHIFTING)) {
    return or(legal_shifts(state), DONE_BIT);
  }
  if ((state.phase === Phase.PAYING)) {
    return legal_payments(state);
  }
  return 0;
}

export function apply_action(state: Any, action: Any) {
  if ((action === DRAW)) {
    draw_cards(state);
    _end_turn(state);
  } else {
    if ((action === PASS)) {
      _end_turn(state);
    } else {
      if ((action === DONE)) {
        _activate_board(state);
        _end_turn(state);
      } else {
        if ((action < PAY_0)) {
          _shift(state, (action - SHIFT_0));
        } else {
          _pay(state, (action - PAY_0));
        }
      }
    }
  }
}

export function _end_turn(state: Any) {
  if ((state.run_outs >= state.players)) {
    state.phase = Phase.OVER;
    return;
  }
  state.turn = next_seat(state);
  state.phase = Phase.TURN;
}

export function _activate_board(state: Any) {
  let cells = 0;
  cells = scoring_cells(state);
  if ((cells !== 0)) {
    state.score[state.turn] += points_of_turn(state);
    for (let cell = 0, end_cell = NUM_CELLS; cell < end_cell; cell += 1) {
      if (and(shiftRight(cells, cell), 1)) {
        state.discard[state.board[cell]] += 1;
      }
    }
    for (let cell = 0, end_cell = NUM_CELLS; cell < end_cell; cell += 1) {
      if (and(shiftRight(cells, cell), 1)) {
        state.board[cell] = draw_one(state);
      }
    }
  }
  fill(state.runs_at_start, 0);
  fill(state.runs_changed, 0);
}

export function scoring_cells(state: Any) {
  let cells = 0, kind = 0, start = 0, length = 0;
  cells = 0;
  for (let line = 0, end_line = NUM_LINES; line < end_line; line += 1) {
    [kind, start, length] = combination_in(state.board, line);
    if (((length > 0) && scores_in_turn(state, line, kind))) {
      for (let place = start, end_place = (start + length); place < end_place; place += 1) {
        cells = or(cells, bit(LINE_CELLS[line][place]));
      }
    }
  }
  return cells;
}

export function combination_in(board: Any, line: Any) {
  let kind = 0, start = 0, end = 0;
  kind = board[LINE_CELLS[line][MIDDLE]];
  start = MIDDLE;
  while (((start > 0) && (board[LINE_CELLS[line][(start - 1)]] === kind))) {
    start -= 1;
  }
  end = (MIDDLE + 1);
  while (((end < SIDE) && (board[LINE_CELLS[line][end]] === kind))) {
    end += 1;
  }
  if (((end - start) < SHORTEST_RUN)) {
    return [0, 0, 0];
  }
  return [kind, start, (end - start)];
}

export function scores_in_turn(state: Any, line: Any, kind: Any) {
  return (and(shiftRight(state.runs_changed[line], (RUN_BITS * kind)), RUN_MASK) !== 0);
}

export function points_of_turn(state: Any) {
  let points = 0, num_scoring = 0, kind = 0, _start = 0, length = 0;
  points = 0;
  num_scoring = 0;
  for (let line = 0, end_line = NUM_LINES; line < end_line; line += 1) {
    [kind, _start, length] = combination_in(state.board, line);
    if (((length > 0) && scores_in_turn(state, line, kind))) {
      points += RUN_POINTS[length];
      num_scoring += 1;
    }
  }
  if ((num_scoring > 1)) {
    points += (EXTRA_COMBINATION_POINTS * (num_scoring - 1));
  }
  return points;
}

export function _shift(state: Any, shift: Any) {
  if ((state.phase === Phase.TURN)) {
    for (let line = 0, end_line = NUM_LINES; line < end_line; line += 1) {
      state.runs_at_start[line] = _packed_run(state.board, line);
      state.runs_changed[line] = 0;
    }
  }
  if (choose_shift(state, shift)) {
    _note_changed_runs(state, shift);
  }
}

export function _packed_run(board: Any, line: Any) {
  let kind = 0, _start = 0, length = 0;
  [kind, _start, length] = combination_in(board, line);
  return shiftLeft(length, (RUN_BITS * kind));
}

export function _note_changed_runs(state: Any, shift: Any) {
  let is_column = 0, own_line = 0, first_crossing = 0;
  is_column = (shift >= (2 * SIDE));
  own_line = (remainder(shift, SIDE) + (is_column ? SIDE : 0));
  first_crossing = (is_column ? 0 : SIDE);
  state.runs_changed[own_line] = or(state.runs_changed[own_line], xor(_packed_run(state.board, own_line), state.runs_at_start[own_line]));
  for (let line = first_crossing, end_line = (first_crossing + SIDE); line < end_line; line += 1) {
    state.runs_changed[line] = or(state.runs_changed[line], xor(_packed_run(state.board, line), state.runs_at_start[line]));
  }
}

export function _pay(state: Any, kind: Any) {
  let shift = 0;
  shift = state.pending_shift;
  if (pay_kind(state, kind)) {
    _note_changed_runs(state, shift);
  }
}
