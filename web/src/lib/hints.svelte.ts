import type { HintInfo } from '../protocol';

/** The hints for the present decision. */
export class Hints {
  all = $state.raw<HintInfo[] | null>(null); // The best first.
  number = $state(0); // Index of the one that is shown.
  isThinking = $state(false); // Requested, but not answered yet.
  taken = $state.raw<HintInfo | null>(null); // The hint that the board is to put into its plan, its bet or its choice.

  forget(): void {
    this.all = this.taken = null;
    this.number = 0;
  }
}
