import { applyChanges } from './changes';
import { Coach } from './coach.svelte';
import { Film } from './film.svelte';
import { Hints } from './hints.svelte';
import { Log } from './log.svelte';
import type {
  Act,
  ClockState,
  EventInfo,
  HintInfo,
  LessonNow,
  Message,
  Offered,
  Previewed,
  Reason,
  Request,
  Said,
  SeatInfo,
  Snapshot,
  TableInfo,
  Update,
  Warned,
} from '../protocol';
import type { GameModule } from './game';
import type { AnyView, Scene } from './scene';
import { site } from './site.svelte';
import { TableSocket, type Answered, type Connection } from './socket';

const NOBODY = -1;
const LATE_MS = 1_000; // A view that does not follow its answer within this time is requested.

type Answer = { refused: Reason | null; message: Message | null };
const DROPPED: Answer = { refused: null, message: null }; // The table has been hidden or left meanwhile.
/** A request without the parts that every request gets. */
type Bare<R> = R extends { request: string } ? Omit<R, 'request'> : never;

export interface TableOptions {
  address: string;
  table: string;
  watch: string | null;
  /** The first message, if it is a lesson that is opened. */
  opening?: () => Request;
  /** Whether this is the replay of a finished match: nobody is connected, and nothing can be played. */
  isReplay?: boolean;
  /** Factor for the time of a picture: 2 is slow, 0 shows the result at once. */
  tempo: () => number;
  onevent?: (event: EventInfo) => void;
  /** What the button says that plays what has been chosen, if it is not the board's own word. */
  confirm?: () => string;
}

function noticeOf({ seat, text, ply }: Said): EventInfo {
  return { key: `table.${text}`, seat, ply };
}

/** A view with its plain board, if the game needs one: they are replaced together. */
function withPlain<V extends AnyView | null>(view: V, plain: Snapshot['plain'] | Update['plain']): V {
  return view && plain ? { ...view, plain } : view;
}

/**
 * One live table as this browser sees it. Server data is replaced, never changed in place.
 *
 * `view` is the latest that the server has sent; `shown` is what the board draws, a little behind while something is animated.
 */
export class TableState<V extends AnyView = AnyView> {
  module = $state.raw<GameModule | null>(null); // The game's board; null until it is loaded.
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<V | null>(null);
  ply = $state(0);
  seat = $state(NOBODY); // Whose view this is; −1: what everybody may see.
  seats = $state.raw<number[]>([]); // Seats of this person or this device.
  aid = $state.raw<unknown>(null); // As the game defines it.
  clock = $state.raw<ClockState | null>(null);
  clockAt = $state(0); // When `clock` came, by this browser's clock.
  lostAt = $state(0); // When the connection was lost: the clocks shown stand still from then on. 0: connected.
  said = $state.raw<Said[]>([]);
  muted = $state.raw<number[]>([]); // Seats whose people are not read.
  heard = $state.raw<Said | null>(null); // The newest, if it came while the page was open.
  notices = $state.raw<EventInfo[]>([]); // Notices of the table: who has left, is back, or has taken a hint.
  news = $state.raw<EventInfo | null>(null); // The newest, if it came while the page was open.
  note = $state('');
  offers = $state.raw<Offered[]>([]);
  warned = $state.raw<Warned | null>(null);
  connection = $state<Connection>('connecting');
  touchedAt = $state(-1); // The ply at which this person last touched the board.
  isSkipping = $state(false); // The reader wants to see nothing more until their turn.
  isSending = $state(false); // An action has been sent, and its result is not on the table yet.
  refusal = $state.raw<Reason | null>(null); // Why the last request was refused, until the next one.
  seenBy = $state.raw<Record<number, number>>({}); // By seat at a shared device: the ply of its last look.

  lesson = $state.raw<LessonNow | null>(null); // What the coach says, if this is a lesson.

  readonly hints = new Hints();
  readonly coach = new Coach();
  readonly #film: Film<V>;
  readonly #log = new Log();
  #socket: TableSocket;
  #answers = new Map<string, (answer: Answer) => void>();
  #late: ReturnType<typeof setTimeout> | undefined;
  #arrivals: { ply: number; arrived: (isDropped: boolean) => void }[] = []; // Callbacks that wait for a view of a ply.

  constructor(private readonly options: TableOptions) {
    this.#film = new Film<V>({
      tempo: options.tempo,
      onnews: (events, isShown) => this.#tell(events, isShown),
    });
    this.#socket = this.#newSocket();
  }

  connect(): void {
    this.#socket.connect();
  }

  close(): void {
    this.#socket.close();
    this.#film.stop();
    this.#drop();
    // Once the screen is gone: nothing that a seat knew stays in memory, whatever still holds this object.
    queueMicrotask(() => this.forget());
  }

  hurry(): void {
    this.#socket.hurry();
  }

  // --- What its parts show -----------------------------------------------------------------------------------------

  get shown(): V | null {
    return this.#film.shown;
  }

  /** The event that the board animates now. */
  get event(): EventInfo | null {
    return this.#film.event;
  }

  get isAnimating(): boolean {
    return this.#film.isRunning;
  }

  get isRetelling(): boolean {
    return this.#film.isRetelling;
  }

  /** What the reader has been shown; the rest comes with its picture. */
  get log(): EventInfo[] {
    return this.#log.lines;
  }

  /** The line of the log that the reader points at. */
  get lit(): EventInfo | null {
    return this.#log.lit;
  }

  set lit(line: EventInfo | null) {
    this.#log.lit = line;
  }

  // --- What follows from the state ------------------------------------------------------------------------------

  get isPlaying(): boolean {
    const isOver = this.lesson !== null && this.lesson.task === null;
    return this.info?.status === 'playing' && this.view !== null && !this.view.over && !isOver;
  }

  /** Whether the person in front of the screen decides now. */
  get isMyTurn(): boolean {
    return this.isPlaying && this.seat >= 0 && this.view?.to_act === this.seat;
  }

  /** Whether several people share this device, or a PIN guards the seat: cards are shown only after `look`. */
  get isGuarded(): boolean {
    const first = this.seats[0];
    return this.seats.length > 1 || (first !== undefined && Boolean(this.info?.seats[first]?.has_pin));
  }

  /** The seat for which the curtain is down: its person has to take the device. */
  get curtainFor(): number | null {
    if (!this.isGuarded || !this.isPlaying || this.seat >= 0) return null;
    const next = this.shown?.to_act ?? NOBODY;
    return this.seats.includes(next) && !this.info?.seats[next]?.covered ? next : null;
  }

  /** What the button says that plays what has been chosen; null: the board's own word. */
  get confirmText(): string | null {
    return this.options.confirm?.() ?? null;
  }

  get isReplay(): boolean {
    return this.options.isReplay === true;
  }

  /** Whether this is a review: nobody decides anything here. */
  get isReview(): boolean {
    return false;
  }

  /** Whether a seat is that of the person in front of the screen, and of nobody else who shares it. */
  isYou(seat: number): boolean {
    return seat === this.seat && !this.isGuarded;
  }

  /** Whether the person in front of the screen decides now, and sees the table as it is. */
  get canAct(): boolean {
    return this.isMyTurn && !this.isAnimating;
  }

  /** The hint that is shown now. */
  get hint(): HintInfo | null {
    if (!this.isMyTurn) return null;
    // The board shows what a lesson teaches as it shows a hint.
    const taught = this.lesson?.taught;
    if (taught?.length) return { actions: taught, share: null, certain: false, lead: [], reasons: [] };
    return this.hints.all?.[this.hints.number] ?? null;
  }

  /** The log with the notices of the table, each where it belongs. */
  get told(): EventInfo[] {
    if (!this.notices.length) return this.log;
    const told = [...this.notices, ...this.log];
    return told.sort((one, other) => one.ply - other.ply); // A notice stands before the action of its ply.
  }

  seatInfo(seat: number): SeatInfo | undefined {
    return this.info?.seats[seat];
  }

  // --- Requests ---------------------------------------------------------------------------------------------------

  /**
   * Play a list of actions, all or none; return whether they were accepted. One at a time: until the view after them has come, nothing
   * else is sent, because it would be based on a stale view. If the coach asks first, nothing has been played.
   */
  async act(actions: string[]): Promise<boolean> {
    if (this.isSending) return false;
    this.isSending = true;
    this.isSkipping = false;
    this.hints.forget();
    this.coach.question = null;
    const anyway = this.coach.hasAsked(this.ply, actions);
    const act: Omit<Act, 'request'> = { type: 'act', ply: this.ply, actions, ...(anyway ? { anyway } : {}) };
    const answer = await this.#ask(act);
    const ply = answer.message && 'ply' in answer.message ? answer.message.ply : null;
    if (ply === null || (await this.#isDroppedBefore(ply))) return false;
    this.isSending = false;
    if (answer.message?.type === 'questioned') this.coach.ask(answer.message, actions);
    if (answer.message?.type !== 'accepted') return false;
    if (this.isGuarded && this.view?.to_act !== this.seat && !this.view?.over) this.hide();
    return true;
  }

  /** Ask for the result of a plan. A refusal is not shown: the caller decides. */
  async preview(actions: string[]): Promise<Previewed | null> {
    const answer = await this.#ask({ type: 'preview', ply: this.ply, actions }, true);
    const previewed = answer.message?.type === 'previewed' ? answer.message : null;
    if (previewed && !previewed.refused) this.refusal = null;
    return previewed;
  }

  /** Ask the server why an action is not possible, and show the reason. */
  async whyNot(action: string): Promise<void> {
    const answer = await this.preview([action]);
    if (answer?.refused) this.refusal = answer.refused;
  }

  /** Play what the coach has asked about. */
  playAnyway(): void {
    void this.act(this.coach.actions);
  }

  /** Take back what the coach has asked about, and show on the board what it thinks is better. */
  showBetter(): void {
    const better = this.coach.question?.better;
    this.coach.takeBack();
    if (better) this.hints.all = [better];
  }

  setCoach(on: boolean): void {
    void this.#ask({ type: 'coach', on });
  }

  async askHint(): Promise<void> {
    if (this.hints.isThinking) return;
    const why = this.info?.no_hints;
    if (why) {
      this.refusal = { key: why, text: why, rule: null };
      return;
    }
    const ply = this.ply;
    this.hints.forget();
    this.hints.isThinking = true;
    const answer = await this.#ask({ type: 'hint', ply });
    this.hints.isThinking = false;
    if (answer.message?.type === 'hinted' && ply === this.ply) this.hints.all = answer.message.hints;
  }

  /** Ask what could have been known at this seat's decision in a deal that is over; the answer is as the game defines it. */
  async review(deal: number): Promise<unknown> {
    const answer = await this.#ask({ type: 'review', deal }, true);
    return answer.message?.type === 'reviewed' ? answer.message.known : null;
  }

  /** Go to a step of the lesson. */
  go(step: number): void {
    void this.#ask({ type: 'go', step });
  }

  /** Show what a seat of this device sees. */
  async look(seat: number, pin?: string): Promise<boolean> {
    const answer = await this.#ask({ type: 'look', seat, ...(pin ? { pin } : {}) });
    return answer.message?.type === 'accepted';
  }

  /** Drop everything that only a seat may know: the socket, its views and its log; then reconnect without a seat. */
  hide(): void {
    if (this.seat >= 0) this.seenBy = { ...this.seenBy, [this.seat]: this.ply };
    this.#socket.close();
    this.forget();
    this.hints.isThinking = false;
    this.seat = NOBODY;
    this.ply = 0;
    this.refusal = null;
    this.#drop();
    this.#socket = this.#newSocket();
    this.#socket.connect();
  }

  /** Drop the view and everything that came with it; the next snapshot is not animated. */
  forget(): void {
    this.#film.cut(null);
    this.view = this.aid = null;
    this.hints.forget();
    this.coach.forget();
    this.#log.clear();
    this.note = '';
  }

  keepNote(text: string): void {
    this.note = text;
    void this.#ask({ type: 'note', text });
  }

  say(key: string): void {
    void this.#ask({ type: 'phrase', key });
  }

  chat(text: string): void {
    void this.#ask({ type: 'chat', text });
  }

  agree(what: Offered['what']): void {
    const isOffered = this.offers.some((offer) => offer.what === what && offer.declined == null);
    const type = isOffered ? 'accept' : 'offer';
    void this.#ask({ type, what });
  }

  decline(what: Offered['what']): void {
    void this.#ask({ type: 'decline', what });
  }

  /** Show the board as it is now, without the rest of the animation. */
  skip(): void {
    this.#film.cut(this.view);
  }

  /** Show nothing of what the others do until it is this person's turn. */
  skipAll(): void {
    this.isSkipping = this.isPlaying && this.seat >= 0 && !this.isMyTurn;
    this.skip();
  }

  /** Show events again, one by one, on the table as it is now. */
  retell(events: EventInfo[]): void {
    const view = this.view;
    if (view === null) return;
    this.#film.retell(events, { ...view, legal: [] }, view);
  }

  // --- The socket -------------------------------------------------------------------------------------------------

  #newSocket(): TableSocket {
    const socket: TableSocket = new TableSocket(this.options.address, {
      opening: () => this.#opening(),
      message: (message) => socket === this.#socket && this.receive(message),
      connection: (state) => socket === this.#socket && this.#setConnection(state),
    });
    return socket;
  }

  #setConnection(state: Connection): void {
    if (state === 'open') this.lostAt = 0;
    else this.lostAt ||= Date.now();
    this.connection = state;
  }

  #opening(): Request {
    site.take(); // The server tells it again, if there is something to tell.
    const { table, watch, opening } = this.options;
    if (opening) return opening();
    return { type: 'open', table, seen: this.#seen, ...(watch ? { watch } : {}) };
  }

  #ask(request: Bare<Request>, isQuiet = false): Promise<Answer> {
    const id = this.#socket.newId();
    if (!isQuiet) this.refusal = null;
    return new Promise((resolve) => {
      this.#answers.set(id, (answer) => {
        if (answer.refused && !isQuiet) this.refusal = answer.refused;
        resolve(answer);
      });
      this.#socket.send({ ...request, request: id } as Answered);
    });
  }

  /** Handle one message of the server. */
  receive(message: Message): void {
    switch (message.type) {
      case 'snapshot':
        this.#takeSnapshot(message);
        break;
      case 'update':
        this.#takeUpdate(message);
        break;
      case 'table':
        this.info = message.table;
        this.#setClock(message.clock);
        this.offers = message.offers;
        break;
      case 'said':
        if (message.said.kind === 'notice') {
          this.news = noticeOf(message.said);
          this.notices = [...this.notices, this.news];
        } else {
          this.said = [...this.said, message.said];
          this.heard = message.said;
        }
        break;
      case 'warned':
        this.warned = message;
        break;
      case 'lesson':
        this.lesson = message;
        break;
      case 'site':
        site.take(message.site);
        break;
      case 'failed':
        this.refusal = message.reason;
        break;
      case 'together':
      case 'moved':
      case 'spoken':
        break; // Not at a table.
      default:
        this.#answer(message.request, message);
    }
  }

  #answer(request: string, message: Message): void {
    const resolve = this.#answers.get(request);
    this.#answers.delete(request);
    resolve?.({ refused: message.type === 'refused' ? message.reason : null, message });
    // An answer says how far the match is. If the view is behind, its update follows, or was lost.
    if ('ply' in message && message.ply > this.ply && this.view !== null && this.#late === undefined)
      this.#late = setTimeout(() => this.#refresh(), LATE_MS);
  }

  #refresh(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    void this.#ask({ type: 'refresh', seen: this.#seen }, true);
  }

  /** Number of actions that have been seen in full, as far as they may be seen now. */
  get #seen(): number {
    return Math.min(this.ply, this.#log.cutSince);
  }

  /** Wait until the table is at a ply or beyond; return whether it was hidden or left before that. */
  #isDroppedBefore(ply: number): Promise<boolean> {
    if (this.ply >= ply) return Promise.resolve(false);
    return new Promise((arrived) => this.#arrivals.push({ ply, arrived }));
  }

  /** Resume the callers that wait for the view that has come. */
  #arrive(): void {
    const here = this.#arrivals.filter((each) => each.ply <= this.ply);
    if (this.#arrivals.length === here.length) {
      clearTimeout(this.#late);
      this.#late = undefined;
    }
    this.#arrivals = this.#arrivals.filter((each) => !here.includes(each));
    for (const each of here) each.arrived(false);
  }

  /** Drop the pending requests: nobody waits for their answers any longer. */
  #drop(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    const [answers, arrivals] = [[...this.#answers.values()], this.#arrivals];
    this.#answers.clear();
    this.#arrivals = [];
    this.isSending = false;
    for (const answer of answers) answer(DROPPED);
    for (const each of arrivals) each.arrived(true);
  }

  #takeSnapshot(message: Snapshot): void {
    // After a lost connection the server shows a shared device nobody's cards: what the seat knew goes, the log too.
    if (this.seat >= 0 && message.seat < 0) return this.hide();
    const view = withPlain(message.view as V | null, message.plain);
    const before = this.view;
    const known = before === null ? 0 : this.ply;
    const news = message.events.filter((event) => event.ply >= known); // A snapshot requested twice comes twice.
    const again = message.events.slice(0, message.events.length - news.length);
    const isSameViewer = this.seat === message.seat && before !== null;
    this.info = message.table;
    this.seat = message.seat;
    this.seats = message.seats;
    this.aid = message.aid;
    this.said = message.said.filter((said) => said.kind !== 'notice');
    this.notices = message.said.filter((said) => said.kind === 'notice').map(noticeOf);
    this.muted = message.muted;
    this.note = message.note;
    this.offers = message.offers;
    if (message.ply !== this.ply) this.coach.forget();
    this.ply = message.ply;
    this.#setClock(message.clock);
    this.#tellAgain(again);
    const wasCovered = this.#log.covered?.since;
    const isUncovered = wasCovered !== undefined && wasCovered !== message.covered?.since;
    this.#log.cover(message.covered);
    this.view = view;
    if (isSameViewer && view && news.length) this.#animate(before, news, view);
    else if (!isSameViewer || message.ply !== known) {
      this.#film.cut(view);
      this.#log.add(news);
    }
    this.#arrive();
    if (isUncovered) this.#askAgain(wasCovered);
  }

  #takeUpdate(message: Update): void {
    if (this.view === null) return; // The table has been hidden meanwhile.
    if (message.since !== this.ply) {
      this.#refresh(); // A message did not arrive.
      return;
    }
    const before = this.view;
    this.ply = message.ply;
    this.view = withPlain(applyChanges(before, message.changes), message.plain);
    if (message.aid !== undefined || this.aid !== null) this.aid = message.aid ?? null;
    if (message.clock !== undefined) this.#setClock(message.clock);
    this.hints.forget();
    this.coach.forget();
    this.warned = null;
    const since = message.uncovered ?? null;
    this.#log.cover(message.covered ?? (since === null ? this.#log.covered : null));
    this.#animate(before, message.events, this.view);
    this.#arrive();
    if (since !== null) this.#askAgain(since);
  }

  #setClock(clock: ClockState | null): void {
    this.clock = clock;
    this.clockAt = Date.now();
  }

  #tell(events: EventInfo[], isShown: boolean): void {
    this.#log.add(events);
    if (isShown) for (const event of events) this.options.onevent?.(event);
  }

  /** Replace the events of these actions, in the log or still queued, by those that are sent again. */
  #tellAgain(events: EventInfo[]): void {
    const since = events[0]?.ply;
    if (since === undefined) return;
    const left = [...events];
    const again = (event: EventInfo) => (event.ply < since ? event : (left.shift() ?? event));
    this.#log.restore(since, again);
    this.#film.replaceNews(again);
  }

  /** Ask for the events since a ply: they may be shown in full again. */
  #askAgain(since: number): void {
    this.#log.cut(since);
    this.#refresh();
  }

  #animate(before: V, events: EventInfo[], after: V): void {
    const scenes = (this.module?.scenes(before, events, after) ?? []) as Scene<V>[];
    if (!this.isSkipping && this.#film.add(scenes, events, after)) return;
    this.#film.cut(after);
    this.#log.add(events);
    if (this.isMyTurn || after.over) this.isSkipping = false;
    const last = events.at(-1);
    if (last) this.options.onevent?.(last);
  }
}
