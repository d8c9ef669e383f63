// @ts-nocheck
// Translated from src/heliodor/core/bits.py by `make docs`; do not edit.

import { shiftLeft } from '../../lib/rules/arithmetic';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;


export function bit(number: Any) {
  return shiftLeft(1, number);
}
