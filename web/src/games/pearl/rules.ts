// @ts-nocheck
// Translated from src/heliodor/games/pearl/rules.py by `make docs`; do not edit.

import { and, fill, invert, or, quotient, remainder, shiftLeft, shiftRight, xor } from '../../lib/rules/arithmetic';
import { next_keyed_word, shuffle_deck } from '../../lib/rules/chance';
import { bit } from '../../lib/rules/bits';
import { open_deck, take_card } from '../../lib/rules/deck';
import { choose_shift, draw_cards, legal_payments, legal_shifts, legal_turn, next_seat, pay_kind } from '../../games/shifting/rules';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;

export const ALL_KINDS = 255;
export const BOARD_CARDS_PER_KIND = 3;
export const CARDS_PER_KIND = 12;
export const DECK_ROOM = 106;
export const DONE = 1;
export const DONE_BIT = 2;
export const DRAW = 0;
export const HAND_AT_START = 3;
export const MAX_SEATS = 5;
export const NEVER = 2147483647;
export const NO_CARD = -2;
export const NUM_ACTIONS = 39;
export const NUM_CELLS = 25;
export const NUM_KINDS = 8;
export const NUM_SHIFTING_ACTIONS = 31;
export const NUM_TASKS = 8;
export const PASS = 2;
export const PAY_0 = 23;
export const PEARL = 8;
export const PEARLS_OF_ROW = 17626613022976;
export const PLACE_BITS = 9;
export const Phase = { TURN: 0, PAYING: 1, SHIFTING: 2, TASKS: 3, OVER: 4 };
export const SHIFT_0 = 3;
export const SHORTEST_RUN = 3;
export const SIDE = 5;
export const TASK_0 = 31;
export const CODES: string[] = ['R', 'C', 'T', 'E', 'Q', 'S', 'A', 'X', 'P'];
export const OPTIONS = { stall_limit: 200 };
export const newState = () => ({
  rng: Array.from({ length: 3 }, () => 0),
  num_shuffles: 0,
  deck: Array.from({ length: 106 }, () => 0),
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
  pile: Array.from({ length: 5 }, () => Array.from({ length: 8 }, () => 0)),
  num_fulfilled: Array.from({ length: 5 }, () => 0),
  pearl_kind: 0,
  fulfilled: Array.from({ length: 5 }, () => 0),
  stall: 0,
  stall_limit: 0,
});

export function configure(state: Any, options: Any) {
  state.players = options['players'];
  state.stall_limit = Math.min(options['stall_limit'], NEVER);
}

export function set_up(state: Any, first: Any) {
  let copies = 0;
  state.deck_pos = state.deck.length;
  if (open_deck(state, NUM_CELLS)) {
    _lay_like_kinds(state, BOARD_CARDS_PER_KIND);
    state.deck[(state.deck.length - 1)] = PEARL;
    shuffle_deck(state);
  }
  for (let cell = 0, end_cell = NUM_CELLS; cell < end_cell; cell += 1) {
    state.board[cell] = take_card(state);
  }
  copies = (copies_in_play(state) - BOARD_CARDS_PER_KIND);
  if (open_deck(state, (NUM_KINDS * copies))) {
    _lay_like_kinds(state, copies);
    shuffle_deck(state);
  }
  for (let seat = 0, end_seat = state.players; seat < end_seat; seat += 1) {
    for (let _ = 0, end__ = HAND_AT_START; _ < end__; _ += 1) {
      state.hand[seat][take_card(state)] += 1;
    }
    state.hand_size[seat] = HAND_AT_START;
  }
  fill(state.pile, NO_CARD);
  state.pearl_kind = NO_CARD;
  if ((first < 0)) {
    first = remainder(next_keyed_word(state), state.players);
  }
  state.first = first;
  state.turn = first;
  state.phase = Phase.TURN;
}

export function _lay_like_kinds(state: Any, copies: Any) {
  for (let card = 0, end_card = (NUM_KINDS * copies); card < end_card; card += 1) {
    state.deck[(state.deck_pos + card)] = quotient(card, copies);
  }
}

export function copies_in_play(state: Any) {
  return (CARDS_PER_KIND - state.players);
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
  if ((state.phase === Phase.TASKS)) {
    return shiftLeft(fulfillable_kinds(state), TASK_0);
  }
  return 0;
}

export function fulfillable_kinds(state: Any) {
  let without_pearl = 0, with_pearl = 0;
  [without_pearl, with_pearl] = kinds_in_runs(state.board);
  return fulfillable_among(state, without_pearl, with_pearl);
}

export function kinds_in_runs(board: Any) {
  let without_pearl = 0, with_pearl = 0, above = 0, two_above = 0, any_above = 0, any_two_above = 0, cards = 0, pearl = 0, gems = 0, any_kind = 0, across = 0, down = 0, any_across = 0, any_down = 0;
  without_pearl = 0;
  with_pearl = 0;
  [above, two_above] = [0, 0];
  [any_above, any_two_above] = [0, 0];
  for (let row = 0, end_row = SIDE; row < end_row; row += 1) {
    cards = 0;
    for (let column = 0, end_column = SIDE; column < end_column; column += 1) {
      cards = or(cards, bit(((PLACE_BITS * column) + board[((SIDE * row) + column)])));
    }
    pearl = and(cards, PEARLS_OF_ROW);
    gems = xor(cards, pearl);
    any_kind = or(gems, (pearl - shiftRight(pearl, PEARL)));
    across = and(and(gems, shiftRight(gems, PLACE_BITS)), shiftRight(gems, (2 * PLACE_BITS)));
    down = and(and(gems, above), two_above);
    any_across = and(and(any_kind, shiftRight(any_kind, PLACE_BITS)), shiftRight(any_kind, (2 * PLACE_BITS)));
    any_down = and(and(any_kind, any_above), any_two_above);
    without_pearl = or(without_pearl, or(across, down));
    with_pearl = or(with_pearl, or(xor(any_across, across), xor(any_down, down)));
    [two_above, above] = [above, gems];
    [any_two_above, any_above] = [any_above, any_kind];
  }
  return [_kinds_of_row(without_pearl), _kinds_of_row(with_pearl)];
}

export function _kinds_of_row(cards: Any) {
  let kinds = 0;
  kinds = 0;
  for (let column = 0, end_column = SIDE; column < end_column; column += 1) {
    kinds = or(kinds, shiftRight(cards, (PLACE_BITS * column)));
  }
  return and(kinds, ALL_KINDS);
}

export function fulfillable_among(state: Any, without_pearl: Any, with_pearl: Any) {
  let kinds = 0;
  kinds = or(without_pearl, ((state.pearl_kind === NO_CARD) ? with_pearl : 0));
  return and(kinds, open_tasks(state, state.turn));
}

export function open_tasks(state: Any, seat: Any) {
  return and(and(ALL_KINDS, invert(state.fulfilled[seat])), invert(blocked_kinds(state, seat)));
}

export function blocked_kinds(state: Any, seat: Any) {
  let blocked = 0;
  blocked = 0;
  for (let other = 0, end_other = state.players; other < end_other; other += 1) {
    if (((other !== seat) && (state.num_fulfilled[other] > 0))) {
      blocked = or(blocked, bit(state.pile[other][(state.num_fulfilled[other] - 1)]));
    }
  }
  return blocked;
}

export function apply_action(state: Any, action: Any) {
  if ((action === DRAW)) {
    draw_cards(state);
    _end_turn_without_task(state);
  } else {
    if ((action === PASS)) {
      _end_turn_without_task(state);
    } else {
      if ((action === DONE)) {
        _end_shifts(state);
      } else {
        if ((action < PAY_0)) {
          choose_shift(state, (action - SHIFT_0));
        } else {
          if ((action < TASK_0)) {
            pay_kind(state, (action - PAY_0));
          } else {
            _fulfil_task(state, (action - TASK_0));
          }
        }
      }
    }
  }
}

export function _end_turn_without_task(state: Any) {
  state.stall += 1;
  _end_turn(state);
}

export function _end_turn(state: Any) {
  if (((state.stall >= state.stall_limit) || is_dead_end(state))) {
    _end_match(state);
    return;
  }
  state.pearl_kind = NO_CARD;
  state.turn = next_seat(state);
  state.phase = Phase.TURN;
}

export function is_dead_end(state: Any) {
  for (let seat = 0, end_seat = state.players; seat < end_seat; seat += 1) {
    if ((open_tasks(state, seat) !== 0)) {
      return false;
    }
  }
  return true;
}

export function _end_match(state: Any) {
  state.pearl_kind = NO_CARD;
  state.phase = Phase.OVER;
}

export function _end_shifts(state: Any) {
  if ((fulfillable_kinds(state) !== 0)) {
    state.phase = Phase.TASKS;
  } else {
    _end_turn_without_task(state);
  }
}

export function _fulfil_task(state: Any, kind: Any) {
  let seat = 0;
  seat = state.turn;
  if (needs_pearl(state, kind)) {
    state.pearl_kind = kind;
  }
  state.pile[seat][state.num_fulfilled[seat]] = kind;
  state.num_fulfilled[seat] += 1;
  state.fulfilled[seat] = or(state.fulfilled[seat], bit(kind));
  state.stall = 0;
  if ((state.num_fulfilled[seat] === NUM_TASKS)) {
    _end_match(state);
  } else {
    if ((fulfillable_kinds(state) === 0)) {
      _end_turn(state);
    }
  }
}

export function needs_pearl(state: Any, kind: Any) {
  let without_pearl = 0, _with_pearl = 0;
  [without_pearl, _with_pearl] = kinds_in_runs(state.board);
  return (and(shiftRight(without_pearl, kind), 1) === 0);
}
