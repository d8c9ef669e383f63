import { api, ApiError } from './api';
import { namesAt } from './people';
import type { AnyView } from './scene';
import { TableState } from './table.svelte';
import type {
  AnalysisInfo,
  DecisionInfo,
  EventInfo,
  HintInfo,
  Place,
  PlaceInfo,
  Replay,
  ReviewInfo,
  TableInfo,
} from '../protocol';

const ASK_AGAIN = 700; // While the analysis grows, in milliseconds.

/** Whole per cents that add up to 100; what is possible gets at least 1. */
export function percents(shares: number[]): number[] {
  const parts = shares.map((share) => 100 * share);
  const told = parts.map((part) => (part > 0 ? Math.max(Math.floor(part), 1) : 0));
  for (;;) {
    const sum = told.reduce((all, each) => all + each, 0);
    if (sum === 100 || !parts.some((part) => part > 0)) return told;
    const step = sum < 100 ? 1 : -1;
    let place = -1;
    parts.forEach((part, each) => {
      if (part <= 0 || told[each]! + step <= 0) return;
      if (place < 0 || step * (part - told[each]!) > step * (parts[place]! - told[place]!)) place = each;
    });
    told[place]! += step;
  }
}

/** The record in a file: the first line with one, or the whole file if it is one record in several lines. */
export function recordIn(text: string): string {
  const whole = text.replace(/^\uFEFF/, '').trim();
  const first = whole.split('\n', 1)[0]!.trim();
  try {
    JSON.parse(first);
    return first;
  } catch {
    return whole;
  }
}

/** A match that has ended, moment by moment: a table without a socket, at which nothing can be played. */
export class ReviewState<V extends AnyView = AnyView> extends TableState<V> {
  reviewed = $state.raw<ReviewInfo | null>(null);
  moment = $state.raw<Replay | null>(null);
  as = $state<number | null>(null); // The seat whose view is shown; null: the most that may be seen.
  story = $state.raw<EventInfo[]>([]);
  analysis = $state.raw<AnalysisInfo | null>(null);
  done = $state(0); // Pieces of the analysis,
  total = $state(0); // of this number.
  hasFailed = $state(false); // The analysis.
  tried = $state.raw<string[] | null>(null); // Actions that are shown instead of what was played,
  triedAt = $state(0); // at the decision of this ply.
  triedName = $state(''); // The same in words.
  trouble = $state<string | null>(null); // Why the moment that the reader wants is not shown.
  aim = $state(0); // The ply that the reader wants: quick taps add up while an answer is on its way.

  #numTried = $state(0); // How many of them the board shows.
  #moments = new Map<string, Promise<Replay>>();
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(tempo: () => number, onevent: (event: EventInfo) => void) {
    super({ address: '', table: '', watch: null, isReplay: true, tempo, onevent });
  }

  async open(review: ReviewInfo, info: TableInfo, ply: number, as: number | null): Promise<void> {
    this.connection = 'open'; // There is no socket that could be lost.
    this.reviewed = review;
    this.info = info;
    this.as = this.#allowed(as);
    await Promise.all([this.#jump(ply), this.#readStory()]);
    if (review.analysis) void this.#readAnalysis();
  }

  override close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    super.close();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get plies(): number {
    return this.reviewed?.plies ?? 0;
  }

  override get isReview(): boolean {
    return true;
  }

  override isYou(seat: number): boolean {
    return this.reviewed?.yours.length === 1 && this.reviewed.yours[0] === seat;
  }

  /** What the board cannot show of other actions, because it would reveal a card: it points at the next one. */
  override get hint(): HintInfo | null {
    const actions = this.tried?.slice(this.#numTried) ?? [];
    return actions.length ? { actions, share: null, certain: false, lead: [], reasons: [] } : null;
  }

  /** Actions in words, as the seat saw the table when it decided. */
  nameOf(actions: string[], before: AnyView): string {
    const names = namesAt(this.info);
    return actions
      .filter((action) => action !== 'done' || actions.length === 1)
      .map((action) => this.module?.actionName(action, before as V, names) ?? '')
      .filter(Boolean)
      .join(' · ');
  }

  /** The decision that led to this moment. */
  get decision(): DecisionInfo | null {
    const at = this.moment?.ply ?? 0;
    const decisions = this.analysis?.decisions ?? [];
    return decisions.find(({ ply, actions }) => ply < at && at <= ply + actions.length) ?? null;
  }

  /** A moment with all cards open, if the match was played to its end. */
  openAt(ply: number): Promise<Replay> {
    return this.#momentAt(ply, null);
  }

  /** A moment as a seat saw it. */
  seenAt(ply: number, seat: number): Promise<Replay> {
    return this.#momentAt(ply, seat);
  }

  /** The ply where the turn before, or the next one, is over. */
  turn(step: -1 | 1): number {
    const actors = this.reviewed?.actors ?? [];
    let ply = this.aim;
    if (step > 0) {
      const actor = actors[ply];
      while (ply < actors.length && actors[ply] === actor) ply++;
    } else if (ply > 0) {
      const actor = actors[ply - 1];
      while (ply > 0 && actors[ply - 1] === actor) ply--;
    }
    return ply;
  }

  async goTo(ply: number, as = this.as): Promise<void> {
    if (!this.moment) return;
    const isOther = as !== this.as;
    this.as = this.#allowed(as);
    const jump = this.#jump(Math.max(0, Math.min(this.plies, ply)));
    await this.#try(isOther ? Promise.all([jump, this.#readStory()]) : jump);
  }

  #allowed(seat: number | null): number | null {
    return seat !== null && this.reviewed!.views.includes(seat) ? seat : null;
  }

  /** Where the reader is. */
  get place(): Place {
    const tried = this.tried && { ply: this.triedAt, actions: this.tried };
    return { ply: this.moment?.ply ?? 0, view: this.as, tried };
  }

  /** Go where the leader of a shared review is, as far as this reader may see it. */
  async follow({ ply, view, tried }: PlaceInfo): Promise<void> {
    await this.goTo(ply, view);
    const asked = this.#asked;
    if (tried && ply === this.aim) {
      await this.#momentAt(ply, this.as).catch(() => null);
      if (asked === this.#asked) await this.show(tried.ply, tried.actions);
    }
  }

  /** Show other actions of the seat that decided at a ply, instead of what was played. */
  async show(ply: number, actions: string[]): Promise<void> {
    await this.#try(this.#show(ply, actions));
  }

  showPlayed(): void {
    void this.#try(this.#jump(this.moment?.ply ?? 0));
  }

  /** Wait for an answer; without one, what is shown stays, with a sentence that says why. */
  async #try(answer: Promise<unknown>): Promise<void> {
    try {
      await answer;
      this.trouble = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.trouble = error.key;
      this.aim = this.moment?.ply ?? 0;
    }
  }

  async #show(ply: number, actions: string[]): Promise<void> {
    const number = ++this.#asked;
    const seat = this.reviewed!.actors[ply]!;
    const [tried, before] = await Promise.all([
      api.tryReview(this.reviewed!.id, ply, actions),
      this.seenAt(ply, seat),
    ]);
    if (number !== this.#asked) return;
    this.tried = actions;
    this.triedAt = ply;
    this.#numTried = tried.played;
    this.triedName = this.nameOf(actions, before.view as AnyView);
    this.#place(tried.view as V, ply + tried.played, seat, []);
  }

  #momentAt(ply: number, as: number | null): Promise<Replay> {
    const key = `${ply} ${as}`;
    let found = this.#moments.get(key);
    if (!found) {
      this.#moments.set(key, (found = api.moment(this.reviewed!.id, ply, as)));
      found.catch(() => this.#moments.delete(key));
    }
    return found;
  }

  async #jump(ply: number): Promise<void> {
    const number = ++this.#asked;
    this.aim = ply;
    const as = this.as;
    const next = await this.#momentAt(ply, as);
    if (number !== this.#asked || this.#isClosed) return;
    const isNext = next.ply === (this.moment?.ply ?? -2) + 1 && next.viewer === this.seat;
    const isStep = isNext && this.tried === null && this.view !== null;
    this.tried = null;
    if (!isStep) this.forget(); // A jump is not animated.
    this.#place(next.view as V, next.ply, next.viewer, isStep ? next.events : [], next.plain);
    this.moment = next;
    if (next.ply < next.plies) this.#momentAt(next.ply + 1, as).catch(() => null); // Ready for the next step.
  }

  #place(view: V, ply: number, viewer: number, events: EventInfo[], plain?: Replay['plain']): void {
    // Other eyes, or other actions: nothing leads from one picture to the next.
    if (this.tried || viewer !== this.seat) this.forget();
    this.seat = viewer;
    this.receive({
      type: 'snapshot',
      table: this.info!,
      ply,
      seat: viewer,
      seats: viewer >= 0 ? [viewer] : [],
      view,
      aid: null,
      clock: null,
      events,
      covered: null,
      said: [],
      muted: [],
      note: '',
      offers: [],
      plain,
    });
  }

  async #readStory(): Promise<void> {
    const as = this.as;
    const { events } = await api.story(this.reviewed!.id, as);
    if (as === this.as) this.story = events;
  }

  async #readAnalysis(): Promise<void> {
    try {
      const now = await api.analysis(this.reviewed!.id);
      if (this.#isClosed) return;
      this.analysis = now.analysis;
      this.done = now.done;
      this.total = now.total;
      if (now.total > 0 && now.done === now.total) return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.#isClosed) return;
      if (!['offline', 'slow_down', 'busy'].includes(error.key)) {
        this.hasFailed = true;
        return;
      }
    }
    this.#timer = setTimeout(() => void this.#readAnalysis(), ASK_AGAIN);
  }
}

/** The table of a review as its board needs it; `info` is what its people see of it, if the reader is one of them. */
export function tableOf(review: ReviewInfo, info: TableInfo | null): TableInfo {
  const seats = review.names.map((name, seat) => ({
    seat,
    kind: 'person' as const,
    name,
    level: '',
    covered: false,
    connected: true,
    has_pin: false,
    seeded: false,
    yours: false,
    host: false,
  }));
  const known = info?.seats.map((seat) => ({ ...seat, connected: true, covered: false, yours: false }));
  return {
    ...({ id: review.id, settings: {}, ...info } as TableInfo),
    options: review.options,
    status: 'over',
    seats: known ?? seats,
    game: review.game,
  };
}
