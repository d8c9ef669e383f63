import { api, ApiError } from './api';
import type { AnyView } from './scene';
import { TableState } from './table.svelte';
import type { HintInfo, Previewed, PuzzleInfo, PuzzleVerdict, SeatInfo, TableInfo } from '../protocol';

/**
 * A puzzle on the board of its game: a table without a socket. What is played on the board is an answer; the server judges it, and
 * keeps nothing in between.
 */
export class PuzzleState<V extends AnyView = AnyView> extends TableState<V> {
  puzzle = $state.raw<PuzzleInfo | null>(null);
  verdict = $state.raw<PuzzleVerdict | null>(null); // Of the latest whole answer.
  isShown = $state(false); // Whether the reader has asked for the solution.
  answered: string[] = []; // The actions of the latest whole answer.
  #made: string[] = []; // The actions of a turn that is not whole yet.

  constructor(tempo: () => number, confirm: () => string) {
    super({ address: '', table: '', watch: null, isReplay: true, tempo, confirm });
  }

  /** Whether the puzzle is over: solved, or the solution is shown. */
  get isDone(): boolean {
    return this.isShown || this.verdict?.right === true;
  }

  override get isMyTurn(): boolean {
    return !this.isDone && this.puzzle?.choices.length === 0 && super.isMyTurn;
  }

  /** What the question is about is marked on the board, as the action of a hint is. */
  override get hint(): HintInfo | null {
    const asked = this.puzzle && this.module?.asked?.(this.puzzle.question);
    return asked ? { actions: [asked], share: null, certain: false, lead: [], reasons: [] } : null;
  }

  get score(): PuzzleInfo['score'] | null {
    return this.verdict?.score ?? this.puzzle?.score ?? null;
  }

  /** Show a puzzle from its beginning; `name` is the reader's. */
  open(puzzle: PuzzleInfo, name: string): void {
    this.connection = 'open'; // There is no socket that could be lost.
    this.puzzle = puzzle;
    this.verdict = null;
    this.isShown = false;
    this.info = tableOf(puzzle, name);
    this.#begin();
  }

  /** Put the board back to the position that is asked about. */
  #begin(): void {
    this.#made = [];
    this.#place(this.puzzle!.view as V, 0);
  }

  /** Drop what was said of a wrong answer. */
  again(): void {
    this.verdict = null;
    this.refusal = null;
  }

  override async act(actions: string[]): Promise<boolean> {
    if (this.isSending || !this.isMyTurn) return false;
    return this.#answer([...this.#made, ...actions], []);
  }

  /** Answer with chosen values. */
  check(values: number[]): Promise<boolean> {
    return this.#answer([], values);
  }

  async #answer(actions: string[], values: number[]): Promise<boolean> {
    const verdict = await this.#ask(({ game, id }) => api.answerPuzzle(game, id, { actions, values }));
    if (!verdict) return false;
    if (!verdict.whole) {
      this.#made = actions;
      this.#place(verdict.view as V, actions.length);
      return true;
    }
    this.verdict = verdict;
    this.answered = actions;
    if (verdict.right) this.#place(verdict.view as V, actions.length);
    else this.#begin();
    return true;
  }

  /** Show the solution; it counts as a wrong answer if there was none before. */
  async showSolution(): Promise<void> {
    const verdict = await this.#ask(({ game, id }) => api.showPuzzle(game, id));
    if (!verdict) return;
    this.verdict = verdict;
    this.isShown = true;
    this.#made = [];
    this.#place(verdict.view as V, verdict.solution?.actions?.length ?? 0);
  }

  override async preview(actions: string[]): Promise<Previewed | null> {
    if (!this.puzzle) return null;
    const { game, id } = this.puzzle;
    const made = this.#made;
    try {
      const tried = await api.tryPuzzle(game, id, { actions: [...made, ...actions] });
      if (!tried.refused) this.refusal = null;
      return { ...tried, type: 'previewed', request: '', ply: this.ply, played: tried.played - made.length };
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  async #ask(question: (puzzle: PuzzleInfo) => Promise<PuzzleVerdict>): Promise<PuzzleVerdict | null> {
    if (!this.puzzle || this.isSending) return null;
    this.isSending = true;
    this.refusal = null;
    try {
      return await question(this.puzzle);
    } catch (error) {
      this.#fail(error);
      return null;
    } finally {
      this.isSending = false;
    }
  }

  #fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    this.refusal = { key: error.key, text: error.message, rule: null };
  }

  #place(view: V, made: number): void {
    const { seat, ply, aid } = this.puzzle!;
    const refusal = this.refusal;
    this.forget(); // Nothing is animated: the board stands where the answer leads.
    this.receive({
      type: 'snapshot',
      table: this.info!,
      ply: ply + made,
      seat,
      seats: [seat],
      view,
      aid,
      clock: null,
      events: [],
      covered: null,
      said: [],
      muted: [],
      note: '',
      offers: [],
    });
    this.refusal = refusal;
  }
}

/** The table that a puzzle lies on: the reader among bots. */
function tableOf({ id, game, options, settings, seat: mine, view }: PuzzleInfo, name: string): TableInfo {
  const count = (view as AnyView).players;
  const seats = Array.from({ length: count }, (_each, seat): SeatInfo => {
    const yours = seat === mine;
    return {
      seat,
      kind: yours ? 'person' : 'bot',
      name: yours ? name : '',
      level: '',
      covered: false,
      connected: true,
      has_pin: false,
      seeded: false,
      yours,
      host: false,
    };
  });
  const table = { id, game, options, settings: { game: settings }, seats, status: 'playing' };
  return { ...table, no_hints: 'game_without_hints', rated: false, deal: null } as unknown as TableInfo;
}
