import type { View } from '../../protocol';
import type { TableState } from '../../lib/table.svelte';
import { isShift, KINDS, priceOf } from './lines';

/** The views of all games on this board. */
export type ShiftingView = Extract<View, { board: string[]; run_outs: number }>;

/** What has just moved on the board, for the eye. */
export interface Motion {
  shift: string;
  isBack: boolean; // The line slides back: a preview was cancelled.
  number: number; // Counts movements, so that the same shift twice is two.
}

/**
 * A turn in the making: shifts that are planned, and one that is only tried. The server plays them on a scratch copy and tells what
 * they cost and bring; nothing is decided until the whole plan is sent.
 */
export class Plan {
  actions = $state.raw<string[]>([]); // Planned: "3>", "b^:CXX".
  tried = $state<string | null>(null); // The shift whose preview is open, with its payment.
  choosing = $state<string | null>(null); // The shift for which three cards have to be chosen.
  chosen = $state.raw<string[]>([]); // Kinds chosen so far.
  planned = $state.raw<ShiftingView | null>(null); // The board after the planned shifts.
  preview = $state.raw<ShiftingView | null>(null); // And after the one that is tried.
  motion = $state.raw<Motion | null>(null);
  #number = 0;
  #asked = 0;
  #isWanted = false; // The second tap came before the preview: it is not lost.

  constructor(private readonly table: TableState<ShiftingView>) {}

  /** The board at the start of this turn. */
  get base(): ShiftingView {
    return this.table.view!;
  }

  /** The position that prices and legal shifts belong to. */
  get committed(): ShiftingView {
    return this.planned ?? this.base;
  }

  /** What the board shows. */
  get shown(): ShiftingView {
    return this.preview ?? this.committed;
  }

  get isEmpty(): boolean {
    return this.actions.length === 0 && this.tried === null && this.choosing === null;
  }

  /** Whether there is something to send; not while cards to pay with are being chosen. */
  get isReady(): boolean {
    return this.choosing === null && !this.isEmpty;
  }

  /** The first tap tries a shift, the second adds it to the plan. */
  async tap(shift: string): Promise<void> {
    if (!this.table.isMyTurn || this.table.isSending) return;
    this.table.skip();
    if (this.tried?.split(':')[0] === shift) return this.commit();
    this.cancel();
    const price = priceOf(this.committed.legal, shift);
    if (price === 'three') {
      this.choosing = shift;
      this.chosen = [];
    } else if (price === 'one') await this.#try(shift);
    else await this.#explain(shift);
  }

  /** Choose one of three cards to pay with, or take it back. */
  async choose(kind: string): Promise<void> {
    if (!this.choosing) return;
    this.chosen = [...this.chosen, kind];
    if (this.chosen.length < 3) return;
    const paid = [...this.chosen].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b)).join('');
    const shift = this.choosing;
    this.choosing = null;
    this.chosen = [];
    await this.#try(`${shift}:${paid}`);
  }

  commit(): void {
    this.#isWanted = this.tried !== null && this.preview === null;
    if (!this.tried || !this.preview) return;
    this.actions = [...this.actions, this.tried];
    this.planned = this.preview;
    this.tried = this.preview = null;
  }

  /** Close the preview, or the choice of cards. */
  cancel(): void {
    if (this.tried && this.preview) this.#move(this.tried, true);
    this.#asked++;
    this.tried = this.preview = this.choosing = null;
    this.chosen = [];
  }

  async undo(): Promise<void> {
    if (this.tried || this.choosing) return this.cancel();
    const last = this.actions.at(-1);
    if (!last) return;
    const rest = this.actions.slice(0, -1);
    const answer = rest.length ? await this.table.preview(rest) : null;
    this.actions = rest;
    this.planned = (answer?.view as ShiftingView | undefined) ?? null;
    this.#move(last, true);
  }

  clear(): void {
    this.#asked++;
    this.actions = [];
    this.tried = this.preview = this.planned = this.choosing = this.motion = null;
    this.chosen = [];
  }

  /** Put a whole turn into the plan, as far as it consists of shifts. */
  async load(actions: string[]): Promise<void> {
    const shifts = actions.filter(isShift);
    this.clear();
    if (!shifts.length) return;
    const asked = ++this.#asked;
    const answer = await this.table.preview(shifts);
    if (asked !== this.#asked || !answer || answer.refused) return;
    this.actions = shifts;
    this.planned = answer.view as ShiftingView;
    this.#move(shifts.at(-1)!, false);
  }

  /** Send the whole plan as one request. */
  async send(): Promise<void> {
    if (this.choosing) return this.#explain(this.choosing); // The server says what is missing.
    if (!this.actions.length) this.commit();
    if (!this.actions.length) return this.#explain('done');
    this.cancel();
    const { ply } = this.table;
    // A plan that is based on a stale view is dropped.
    if ((await this.table.act([...this.actions, 'done'])) || this.table.ply !== ply) this.clear();
  }

  async #try(action: string): Promise<void> {
    const asked = ++this.#asked;
    this.tried = action;
    this.#isWanted = false;
    const answer = await this.table.preview([...this.actions, action]);
    if (asked !== this.#asked) return;
    if (!answer || answer.refused) {
      this.tried = null;
      if (answer?.refused) this.table.refusal = answer.refused;
      return;
    }
    this.preview = answer.view as ShiftingView;
    this.#move(action, false);
    if (this.#isWanted) this.commit();
  }

  async #explain(action: string): Promise<void> {
    const answer = await this.table.preview([...this.actions, action]);
    if (answer?.refused) this.table.refusal = answer.refused;
  }

  #move(action: string, isBack: boolean): void {
    this.motion = { shift: action.slice(0, 2), isBack, number: ++this.#number };
  }
}
