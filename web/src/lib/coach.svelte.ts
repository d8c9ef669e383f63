import type { Questioned } from '../protocol';

/** What the coach asks about the decision that was to be played. */
export class Coach {
  question = $state.raw<Questioned | null>(null); // Until it is answered.
  takenBack = $state(0); // Counts decisions that were taken back: the boards drop what was chosen for them.
  #asked: { ply: number; actions: string[] } | null = null;

  ask(question: Questioned, actions: string[]): void {
    this.question = question;
    this.#asked = { ply: question.ply, actions };
  }

  /** What the question is about, to play it anyway. */
  get actions(): string[] {
    return this.#asked?.actions ?? [];
  }

  /** Whether there has been a question at this ply; `actions`: about these. Nobody is asked the same twice. */
  hasAsked(ply: number, actions?: string[]): boolean {
    return this.#asked?.ply === ply && (!actions || this.#asked.actions.join() === actions.join());
  }

  takeBack(): void {
    this.question = null;
    this.takenBack++;
  }

  forget(): void {
    this.question = this.#asked = null;
  }
}
