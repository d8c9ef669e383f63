import { applyChanges } from './changes';
import type {
  Act,
  Candidates,
  ClockState,
  Covered,
  EventInfo,
  HintInfo,
  Message,
  Offered,
  Previewed,
  Reason,
  Request,
  Reviewed,
  Said,
  SeatInfo,
  Snapshot,
  TableInfo,
  Update,
  Warned,
} from '../protocol';
import type { GameModule } from './game';
import type { AnyView, Scene } from './scene';
import { TableSocket, type Connection } from './socket';

const NOBODY = -1;
const MOST_SCENES_MS = 15_000; // Who comes back after a while is not shown all of it.
const QUEUE_MS = 4_000; // If more than this waits to be shown, all of it goes faster.
const RETOLD_MS = 900; // An event that is told again.
const LATE_MS = 1_000; // The view follows an answer at once; one that does not is asked for.

type Answer = { refused: Reason | null; message: Message | null };
const DROPPED: Answer = { refused: null, message: null }; // The table has been hidden or left meanwhile.
/** A request without the parts that every request gets. */
type Bare<R> = R extends { request: string } ? Omit<R, 'request'> : never;

export interface TableOptions {
  address: string;
  table: string;
  watch: string | null;
  /** Whether a finished match is looked at: nobody is connected, and nothing can be played. */
  isReplay?: boolean;
  /** By what the time of a picture is multiplied: 2 is slow, 0 shows what has come of it at once. */
  tempo: () => number;
  onevent?: (event: EventInfo) => void;
}

/** An event as it may be kept. */
function uncovered(event: EventInfo, covered: Covered | null): EventInfo {
  if (covered === null || event.ply < covered.since || event.ply >= covered.until) return event;
  const left = Object.entries(event.facts ?? {}).filter(([name]) => !covered.facts.includes(name));
  return { ...event, facts: Object.fromEntries(left) };
}

function noticeOf({ seat, text, ply }: Said): EventInfo {
  return { key: `table.${text}`, seat, ply };
}

/** A picture that waits to be shown, and the events that the reader is told with it. */
interface Picture<V> extends Scene<V> {
  news: EventInfo[];
  isRetold?: boolean;
}

/**
 * One live table as this browser sees it. Server data is replaced, never changed in place.
 *
 * `view` is what the server has told last; `shown` is what the board draws, a little behind while something is animated.
 */
export class TableState<V extends AnyView = AnyView> {
  module = $state.raw<GameModule | null>(null); // The game's board; null until it is loaded.
  info = $state.raw<TableInfo | null>(null);
  view = $state.raw<V | null>(null);
  shown = $state.raw<V | null>(null);
  event = $state.raw<EventInfo | null>(null); // What the board animates just now.
  lit = $state.raw<EventInfo | null>(null); // The line of the log that somebody points at: the board lights what it is about.
  ply = $state(0);
  seat = $state(NOBODY); // Whose view this is; −1: what everybody may see.
  seats = $state.raw<number[]>([]); // Seats of this person or this device.
  aid = $state.raw<Candidates[] | null>(null);
  clock = $state.raw<ClockState | null>(null);
  clockAt = $state(0); // When `clock` came, by this browser's clock.
  lostAt = $state(0); // When the connection was lost: the clocks shown stand still from then on. 0: it is there.
  log = $state.raw<EventInfo[]>([]); // What the reader has been told; what is still to be shown comes with its picture.
  said = $state.raw<Said[]>([]);
  heard = $state.raw<Said | null>(null); // The last of it that came while somebody looked.
  notices = $state.raw<EventInfo[]>([]); // What the table itself tells: who has left, is back, has taken a hint.
  news = $state.raw<EventInfo | null>(null); // The last of them that came while somebody looked.
  note = $state('');
  offers = $state.raw<Offered[]>([]);
  warned = $state.raw<Warned | null>(null);
  connection = $state<Connection>('connecting');
  isAnimating = $state(false); // Pictures of what has happened are being shown.
  isRetelling = $state(false); // They are shown again, because somebody asked for it.
  touchedAt = $state(-1); // The ply at which this person has touched the board.
  isSkipping = $state(false); // The reader wants to see nothing more until it is his turn.
  isSending = $state(false); // An action has been sent, and what came of it is not on the table yet.
  refusal = $state.raw<Reason | null>(null); // Why the last request was refused, until the next one.
  hints = $state.raw<HintInfo[] | null>(null); // The best first; they belong to this ply.
  hintNumber = $state(0); // Which of them is read and shown on the board.
  isThinking = $state(false); // Hints have been asked for and are not here yet.
  taken = $state.raw<HintInfo | null>(null); // The hint that the board shall put into its plan, its bet or its choice.
  seenBy = $state.raw<Record<number, number>>({}); // By seat at a shared device: the ply of its last look.

  #socket: TableSocket;
  #answers = new Map<string, (answer: Answer) => void>();
  #late: ReturnType<typeof setTimeout> | undefined;
  #arrivals: { ply: number; arrived: (isDropped: boolean) => void }[] = []; // Who waits for a view of a ply.
  #pictures: Picture<V>[] = [];
  #covered: Covered | null = null; // What may not be looked at now.
  #cutSince = Infinity; // From this ply on the log lacks what may be told again, until the server has told it.
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: TableOptions) {
    this.#socket = this.#newSocket();
  }

  connect(): void {
    this.#socket.connect();
  }

  close(): void {
    this.#socket.close();
    clearTimeout(this.#timer);
    this.#drop();
    // Once the screen is gone: nothing that a seat knew stays in memory, whatever still holds this object.
    queueMicrotask(() => this.#forget());
  }

  hurry(): void {
    this.#socket.hurry();
  }

  // --- What follows from the state ------------------------------------------------------------------------------

  get isPlaying(): boolean {
    return this.info?.status === 'playing' && this.view !== null && !this.view.over;
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

  get isReplay(): boolean {
    return this.options.isReplay === true;
  }

  /** Whether the person in front of the screen decides now, and sees the table as it is. */
  get canAct(): boolean {
    return this.isMyTurn && !this.isAnimating;
  }

  /** The hint that is read now. */
  get hint(): HintInfo | null {
    return this.isMyTurn ? (this.hints?.[this.hintNumber] ?? null) : null;
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
   * Play a list of actions, all or none; tell whether they were accepted. One at a time: until the view after them has come, nothing
   * else is sent, since it would be decided on a table that is no more.
   */
  async act(actions: string[]): Promise<boolean> {
    if (this.isSending) return false;
    this.isSending = true;
    this.isSkipping = false;
    this.forgetHints();
    const answer = await this.#ask({ type: 'act', ply: this.ply, actions } satisfies Omit<Act, 'request'>);
    const ply = answer.message && 'ply' in answer.message ? answer.message.ply : null;
    if (ply === null || (await this.#isDroppedBefore(ply))) return false;
    this.isSending = false;
    if (answer.refused) return false;
    if (this.isGuarded && this.view?.to_act !== this.seat && !this.view?.over) this.hide();
    return true;
  }

  /** Ask what a plan would bring. Not shown as a refusal: the caller decides. */
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

  async askHint(): Promise<void> {
    if (this.isThinking) return;
    const why = this.info?.no_hints;
    if (why) {
      this.refusal = { key: why, text: why, rule: null };
      return;
    }
    const ply = this.ply;
    this.forgetHints();
    this.isThinking = true;
    const answer = await this.#ask({ type: 'hint', ply });
    this.isThinking = false;
    if (answer.message?.type === 'hinted' && ply === this.ply) this.hints = answer.message.hints;
  }

  /** Luz: ask what could have been known when this seat bet in a deal that is over. */
  async review(deal: number): Promise<Reviewed | null> {
    const answer = await this.#ask({ type: 'review', deal }, true);
    return answer.message?.type === 'reviewed' ? answer.message : null;
  }

  forgetHints(): void {
    this.hints = this.taken = null;
    this.hintNumber = 0;
  }

  /** Show what a seat of this device sees. */
  async look(seat: number, pin?: string): Promise<boolean> {
    const answer = await this.#ask({ type: 'look', seat, ...(pin ? { pin } : {}) });
    return answer.message?.type === 'accepted';
  }

  /** Drop everything that only a seat may know: the socket, its views and its log, and come back as the whole room. */
  hide(): void {
    if (this.seat >= 0) this.seenBy = { ...this.seenBy, [this.seat]: this.ply };
    this.#socket.close();
    this.#forget();
    this.isThinking = false;
    this.seat = NOBODY;
    this.ply = 0;
    this.refusal = null;
    this.#drop();
    this.#socket = this.#newSocket();
    this.#socket.connect();
  }

  #forget(): void {
    this.#skip(null);
    this.view = this.shown = this.event = this.aid = this.lit = null;
    this.forgetHints();
    this.log = [];
    this.#covered = null;
    this.#cutSince = Infinity;
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
    this.#skip(this.view);
  }

  /** Show nothing of what the others do until it is this person's turn. */
  skipAll(): void {
    this.isSkipping = this.isPlaying && this.seat >= 0 && !this.isMyTurn;
    this.skip();
  }

  /** Tell events again, one by one, on the table as it is now. */
  retell(events: EventInfo[]): void {
    const view = this.view;
    if (view === null) return;
    const still = { ...view, legal: [] };
    this.#skip(view);
    this.isRetelling = true;
    this.#pictures.push(
      ...events.map((event) => ({ view: still, event, ms: RETOLD_MS, news: [], isRetold: true })),
      { view, event: null, ms: 0, news: [] },
    );
    this.#next();
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
    const { table, watch } = this.options;
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
      this.#socket.send({ ...request, request: id } as Exclude<Request, { type: 'open' }>);
    });
  }

  /** Take in one message of the server. */
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
      case 'failed':
        this.refusal = message.reason;
        break;
      default:
        this.#answer(message.request, message);
    }
  }

  #answer(request: string, message: Message): void {
    const resolve = this.#answers.get(request);
    this.#answers.delete(request);
    resolve?.({ refused: message.type === 'refused' ? message.reason : null, message });
    // An answer tells how far the match is; a view that is behind follows, or has been lost.
    if ('ply' in message && message.ply > this.ply && this.view !== null && this.#late === undefined)
      this.#late = setTimeout(() => this.#refresh(), LATE_MS);
  }

  #refresh(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    void this.#ask({ type: 'refresh', seen: this.#seen }, true);
  }

  /** How many actions have been seen as they may be seen now. */
  get #seen(): number {
    return Math.min(this.ply, this.#cutSince);
  }

  /** Wait until the table is at a ply or beyond; tell whether it was hidden or left before that. */
  #isDroppedBefore(ply: number): Promise<boolean> {
    if (this.ply >= ply) return Promise.resolve(false);
    return new Promise((arrived) => this.#arrivals.push({ ply, arrived }));
  }

  /** Let who waits for a view go on; the view has come. */
  #arrive(): void {
    const here = this.#arrivals.filter((each) => each.ply <= this.ply);
    if (this.#arrivals.length === here.length) {
      clearTimeout(this.#late);
      this.#late = undefined;
    }
    this.#arrivals = this.#arrivals.filter((each) => !here.includes(each));
    for (const each of here) each.arrived(false);
  }

  /** Forget what was asked: no answer is waited for any longer. */
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
    const view = message.view as V | null;
    const before = this.view;
    const known = before === null ? 0 : this.ply;
    const news = message.events.filter((event) => event.ply >= known); // Asked for twice, it comes twice.
    const again = message.events.slice(0, message.events.length - news.length);
    const isSameEyes = this.seat === message.seat && before !== null;
    this.info = message.table;
    this.seat = message.seat;
    this.seats = message.seats;
    this.aid = message.aid;
    this.said = message.said.filter((said) => said.kind !== 'notice');
    this.notices = message.said.filter((said) => said.kind === 'notice').map(noticeOf);
    this.note = message.note;
    this.offers = message.offers;
    this.ply = message.ply;
    this.#setClock(message.clock);
    this.#tellAgain(again);
    const uncoveredSince = this.#covered?.since === message.covered?.since ? undefined : this.#covered?.since;
    this.#cover(message.covered);
    this.view = view;
    if (isSameEyes && view && news.length) this.#animate(before, news, view);
    else if (!isSameEyes || message.ply !== known) {
      this.#skip(view);
      this.#tell(news);
    }
    this.#arrive();
    if (uncoveredSince !== undefined) this.#askAgain(uncoveredSince);
  }

  #takeUpdate(message: Update): void {
    if (this.view === null) return; // The table has been hidden meanwhile.
    if (message.since !== this.ply) {
      this.#refresh(); // A message did not arrive.
      return;
    }
    const before = this.view;
    this.ply = message.ply;
    this.view = applyChanges(before, message.changes);
    if (message.aid !== undefined || this.aid !== null) this.aid = message.aid ?? null;
    if (message.clock !== undefined) this.#setClock(message.clock);
    this.forgetHints();
    this.warned = null;
    const since = message.uncovered ?? null;
    this.#cover(message.covered ?? (since === null ? this.#covered : null));
    this.#animate(before, message.events, this.view);
    this.#arrive();
    if (since !== null) this.#askAgain(since);
  }

  #setClock(clock: ClockState | null): void {
    this.clock = clock;
    this.clockAt = Date.now();
  }

  #tell(events: EventInfo[]): void {
    if (events.length) this.log = [...this.log, ...events.map((event) => uncovered(event, this.#covered))];
  }

  /** Put events that are told again in the place of what was told of these actions, or waits to be told. */
  #tellAgain(events: EventInfo[]): void {
    const since = events[0]?.ply;
    if (since === undefined) return;
    const left = [...events];
    const again = (event: EventInfo) => (event.ply < since ? event : (left.shift() ?? event));
    this.log = this.log.map(again);
    this.#pictures = this.#pictures.map((picture) => ({ ...picture, news: picture.news.map(again) }));
    if (since <= this.#cutSince) this.#cutSince = Infinity;
  }

  /** Ask for the events since a ply: they may be told whole again. */
  #askAgain(since: number): void {
    this.#cutSince = Math.min(this.#cutSince, since);
    this.#refresh();
  }

  /** Take out of the log what may not be looked at any longer; what is told later is told without it. */
  #cover(covered: Covered | null): void {
    const isNews = covered !== this.#covered;
    this.#covered = covered;
    if (!isNews || covered === null) return;
    this.log = this.log.map((event) => uncovered(event, covered));
    if (this.lit) this.lit = uncovered(this.lit, covered);
  }

  // --- Pictures ---------------------------------------------------------------------------------------------------

  #animate(before: V, events: EventInfo[], after: V): void {
    const pictures = this.#picturesOf(before, events, after);
    const isTooMuch = this.#waiting + total(pictures) > MOST_SCENES_MS;
    if (this.isSkipping || isTooMuch || this.options.tempo() === 0) {
      this.#skip(after);
      this.#tell(events);
      if (this.isMyTurn || after.over) this.isSkipping = false;
      const last = events.at(-1);
      if (last) this.options.onevent?.(last);
      return;
    }
    this.#pictures.push(...pictures);
    if (this.#timer === undefined) this.#next();
  }

  /** The pictures of what has happened; an event is told with its picture, or with the next one if it has none. */
  #picturesOf(before: V, events: EventInfo[], after: V): Picture<V>[] {
    let told = 0;
    const scenes = (this.module?.scenes(before, events, after) ?? []) as Scene<V>[];
    const pictures = scenes.map((scene) => {
      const { event } = scene;
      const place = events.findIndex(
        (each) => event && each.key === event.key && each.seat === event.seat && each.ply === event.ply,
      );
      const news = events.slice(told, place + 1);
      told = Math.max(told, place + 1);
      return { ...scene, news };
    });
    return [...pictures, { view: after, event: null, ms: 0, news: events.slice(told) }];
  }

  get #waiting(): number {
    return total(this.#pictures);
  }

  #next(): void {
    this.#timer = undefined;
    const waiting = this.#waiting;
    const picture = this.#pictures.shift();
    this.isAnimating = picture !== undefined && (picture.ms > 0 || this.#pictures.length > 0);
    this.isRetelling = this.isAnimating && picture?.isRetold === true;
    if (!picture) return;
    this.shown = picture.view;
    this.event = picture.event;
    this.#tell(picture.news);
    for (const event of picture.news) this.options.onevent?.(event);
    const tempo = this.options.tempo();
    const ms = picture.ms * (picture.isRetold ? tempo || 1 : tempo * Math.min(1, QUEUE_MS / waiting));
    if (ms > 0) this.#timer = setTimeout(() => this.#next(), ms);
    else this.#next();
  }

  /** Show the table as it is, and tell what has not been shown. */
  #skip(view: V | null): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell(this.#pictures.flatMap((picture) => picture.news));
    this.#pictures = [];
    this.isAnimating = this.isRetelling = false;
    this.shown = view;
    this.event = null;
  }
}

function total(pictures: Scene<unknown>[]): number {
  return pictures.reduce((sum, picture) => sum + picture.ms, 0);
}
