// @ts-nocheck
// Translated from src/heliodor/core/deck.py by `make docs`; do not edit.


// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;


export function open_deck(state: Any, num_cards: Any) {
  let end = 0;
  end = state.deck.length;
  state.num_shuffles += 1;
  state.deck_start = (end - num_cards);
  state.deck_pos = (end - num_cards);
  if ((state.script_pos === state.script_end)) {
    return true;
  }
  for (let j = (num_cards - 1), end_j = -1; j > end_j; j -= 1) {
    state.deck[((end - num_cards) + j)] = state.deck[(state.script_pos + j)];
  }
  state.script_pos += num_cards;
  return false;
}

export function take_card(state: Any) {
  let card = 0;
  card = state.deck[state.deck_pos];
  state.deck_pos += 1;
  return card;
}

export function deck_size(state: Any) {
  return (state.deck.length - state.deck_pos);
}
