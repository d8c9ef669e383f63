// @ts-nocheck
// Translated from src/heliodor/core/shifting/rules.py by `make docs`; do not edit.

import { fill, or } from '../../lib/rules/arithmetic';
import { shuffle_deck } from '../../lib/rules/chance';
import { bit } from '../../lib/rules/bits';
import { deck_size, open_deck, take_card } from '../../lib/rules/deck';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;

export const ALL_SHIFTS = 8388600;
export const CARDS_PER_KIND = 12;
export const DONE = 1;
export const DONE_BIT = 2;
export const DRAW = 0;
export const DRAW_BIT = 1;
export const MAX_SEATS = 5;
export const NUM_CELLS = 25;
export const NUM_DRAWN = 3;
export const NUM_KINDS = 8;
export const NUM_LINES = 10;
export const NUM_PAID = 3;
export const NUM_SHIFTING_ACTIONS = 31;
export const NUM_SHIFTS = 20;
export const PASS = 2;
export const PASS_BIT = 4;
export const PAY_0 = 23;
export const PEARL = 8;
export const Phase = { TURN: 0, PAYING: 1, SHIFTING: 2, TASKS: 3, OVER: 4 };
export const SHIFT_0 = 3;
export const SHIFT_CELLS = [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14], [15, 16, 17, 18, 19], [20, 21, 22, 23, 24], [4, 3, 2, 1, 0], [9, 8, 7, 6, 5], [14, 13, 12, 11, 10], [19, 18, 17, 16, 15], [24, 23, 22, 21, 20], [0, 5, 10, 15, 20], [1, 6, 11, 16, 21], [2, 7, 12, 17, 22], [3, 8, 13, 18, 23], [4, 9, 14, 19, 24], [20, 15, 10, 5, 0], [21, 16, 11, 6, 1], [22, 17, 12, 7, 2], [23, 18, 13, 8, 3], [24, 19, 14, 9, 4]];
export const SIDE = 5;
export const UNKNOWN = -1;

export function legal_turn(state: Any) {
  let legal = 0;
  legal = legal_shifts(state);
  if (((deck_size(state) >= NUM_DRAWN) && (state.hand_limit === 0))) {
    return or(legal, DRAW_BIT);
  }
  if ((num_cards_to_take(state) > 0)) {
    return or(legal, DRAW_BIT);
  }
  return ((legal !== 0) ? legal : PASS_BIT);
}

export function legal_shifts(state: Any) {
  let legal = 0;
  if ((state.hand_size[state.turn] >= NUM_PAID)) {
    return ALL_SHIFTS;
  }
  legal = 0;
  if ((state.hand_size[state.turn] > 0)) {
    for (let shift = 0, end_shift = NUM_SHIFTS; shift < end_shift; shift += 1) {
      if (has_matching_card(state, shift)) {
        legal = or(legal, bit((SHIFT_0 + shift)));
      }
    }
  }
  return legal;
}

export function has_matching_card(state: Any, shift: Any) {
  let end_card = 0;
  end_card = state.board[SHIFT_CELLS[shift][0]];
  return ((end_card !== PEARL) && (state.hand[state.turn][end_card] > 0));
}

export function num_cards_to_take(state: Any) {
  let left = 0, wanted = 0;
  left = (deck_size(state) + num_discarded(state));
  wanted = Math.min(NUM_DRAWN, left);
  if ((state.hand_limit > 0)) {
    wanted = Math.min(wanted, (state.hand_limit - state.hand_size[state.turn]));
  }
  return Math.max(0, wanted);
}

export function num_discarded(state: Any) {
  let total = 0;
  total = 0;
  for (let kind = 0, end_kind = NUM_KINDS; kind < end_kind; kind += 1) {
    total += state.discard[kind];
  }
  return total;
}

export function legal_payments(state: Any) {
  let legal = 0, missing = 0, from_here_on = 0, held = 0;
  legal = 0;
  missing = (NUM_PAID - state.num_paid);
  from_here_on = 0;
  for (let kind = (NUM_KINDS - 1), end_kind = (state.last_paid - 1); kind > end_kind; kind -= 1) {
    held = state.hand[state.turn][kind];
    from_here_on += held;
    if (((held > 0) && (from_here_on >= missing))) {
      legal = or(legal, bit((PAY_0 + kind)));
    }
  }
  return legal;
}

export function draw_cards(state: Any) {
  let count = 0;
  count = num_cards_to_take(state);
  for (let _ = 0, end__ = count; _ < end__; _ += 1) {
    state.hand[state.turn][draw_one(state)] += 1;
  }
  state.hand_size[state.turn] += count;
}

export function draw_one(state: Any) {
  let card = 0;
  if ((deck_size(state) === 0)) {
    reshuffle_discards(state);
  }
  card = take_card(state);
  if ((deck_size(state) === 0)) {
    state.run_outs += 1;
  }
  return card;
}

export function reshuffle_discards(state: Any) {
  if (open_deck(state, num_discarded(state))) {
    lay_kinds(state, state.discard);
    shuffle_deck(state);
  }
  fill(state.discard, 0);
}

export function lay_kinds(state: Any, counts: Any) {
  let place = 0;
  place = state.deck_pos;
  for (let kind = 0, end_kind = NUM_KINDS; kind < end_kind; kind += 1) {
    for (let _ = 0, end__ = counts[kind]; _ < end__; _ += 1) {
      state.deck[place] = kind;
      place += 1;
    }
  }
}

export function next_seat(state: Any) {
  let seat = 0;
  seat = (state.turn + 1);
  return ((seat === state.players) ? 0 : seat);
}

export function choose_shift(state: Any, shift: Any) {
  if (has_matching_card(state, shift)) {
    discard_card(state, state.board[SHIFT_CELLS[shift][0]]);
    slide_line(state.board, shift);
    state.phase = Phase.SHIFTING;
    return true;
  }
  state.phase = Phase.PAYING;
  state.pending_shift = shift;
  state.num_paid = 0;
  state.last_paid = 0;
  return false;
}

export function discard_card(state: Any, kind: Any) {
  state.hand[state.turn][kind] -= 1;
  state.hand_size[state.turn] -= 1;
  state.discard[kind] += 1;
}

export function slide_line(board: Any, shift: Any) {
  let end_card = 0;
  end_card = board[SHIFT_CELLS[shift][0]];
  for (let place = 0, end_place = (SIDE - 1); place < end_place; place += 1) {
    board[SHIFT_CELLS[shift][place]] = board[SHIFT_CELLS[shift][(place + 1)]];
  }
  board[SHIFT_CELLS[shift][(SIDE - 1)]] = end_card;
}

export function pay_kind(state: Any, kind: Any) {
  discard_card(state, kind);
  state.num_paid += 1;
  state.last_paid = kind;
  if ((state.num_paid < NUM_PAID)) {
    return false;
  }
  slide_line(state.board, state.pending_shift);
  state.phase = Phase.SHIFTING;
  state.pending_shift = 0;
  state.num_paid = 0;
  state.last_paid = 0;
  return true;
}
