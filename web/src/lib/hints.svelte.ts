import type { HintInfo } from '../protocol';

/** The hints for the present decision. */
export class Hints {
  all = $state.raw<HintInfo[] | null>(null); // The best first.
  number = $state(0); // Which of them is read and shown on the board.
  isThinking = $state(false); // They have been asked for and are not here yet.
  taken = $state.raw<HintInfo | null>(null); // The hint that the board is to put into its plan, its bet or its choice.

  forget(): void {
    this.all = this.taken = null;
    this.number = 0;
  }
}
