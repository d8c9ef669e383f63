import type { Message, Request } from '../protocol';
import { lookForUpdate } from './worker';

export type Connection = 'connecting' | 'open' | 'lost' | 'closed';

export interface SocketEvents {
  message(message: Message): void;
  connection(state: Connection): void;
  /** The first message of every new socket. */
  opening(): Request;
}

export type Answered = Exclude<Request, { type: 'open' | 'learn' | 'together' }>;

const FIRST_WAIT = 400; // Milliseconds before the first retry; doubled each time.
const LONGEST_WAIT = 8_000;
const CHECK_EVERY = 1_000;
const LOOK_WITHIN = 30_000; // A server that was updated is asked for its page by one table after another.
const PING_EVERY = 5_000;
const SILENCE = 7_000; // If a request has no answer for this long, the socket is dead, whatever the browser says.
const NO_SUCH_TABLE = 4404;
const REMOVED = 4403;

/**
 * The socket of a table, a lesson or a shared review. It reconnects by itself and resends unanswered requests; a request keeps its id, so the server carries it out once.
 */
export class TableSocket {
  #socket: WebSocket | null = null;
  #waiting = new Map<string, { request: Answered; since: number }>(); // Sent or to be sent, not answered yet.
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #pingedAt = 0;
  #isClosed = false;
  #wasLost = false;
  #count = 0;
  readonly #session = Math.random().toString(36).slice(2, 10);

  constructor(
    private readonly address: string,
    private readonly events: SocketEvents,
  ) {}

  connect(): void {
    if (this.#isClosed) return;
    this.events.connection('connecting');
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.events.opening()));
    socket.onmessage = (event) => {
      if (this.#socket === socket) this.#receive(JSON.parse(String(event.data)) as Message);
    };
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lose(event.code === NO_SUCH_TABLE || event.code === REMOVED);
    };
  }

  /** Close for good: nothing more is received. */
  close(): void {
    this.#isClosed = true;
    this.#stopTimers();
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  newId(): string {
    return `${this.#session}-${++this.#count}`;
  }

  send(request: Answered): void {
    this.#waiting.set(request.request, { request, since: Date.now() });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #receive(message: Message): void {
    if ('request' in message) this.#waiting.delete(message.request);
    const isOpening = message.type === 'snapshot' || message.type === 'together';
    if (isOpening && this.#pings === undefined) this.#opened();
    this.events.message(message);
  }

  #opened(): void {
    this.#wait = FIRST_WAIT;
    this.#pingedAt = Date.now();
    this.#pings = setInterval(() => this.#check(), CHECK_EVERY);
    this.events.connection('open');
    if (this.#wasLost) setTimeout(() => void lookForUpdate(), Math.random() * LOOK_WITHIN);
    for (const entry of this.#waiting.values()) {
      const { request } = entry;
      entry.since = Date.now();
      if (request.type === 'ping' || request.type === 'look') this.#waiting.delete(request.request);
      else this.#socket?.send(JSON.stringify(request));
    }
  }

  /** Send a ping from time to time; drop a socket on which a request waits too long for its answer. */
  #check(): void {
    const now = Date.now();
    const oldest = Math.min(...[...this.#waiting.values()].map((entry) => entry.since));
    if (now - oldest > SILENCE) this.#lose(false);
    else if (now - this.#pingedAt >= PING_EVERY) {
      this.#pingedAt = now;
      this.send({ type: 'ping', request: this.newId() });
    }
  }

  #lose(forGood: boolean): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#stopTimers();
    if (this.#isClosed) return;
    if (forGood) {
      this.#isClosed = true;
      this.events.connection('closed');
      return;
    }
    this.#wasLost = true;
    this.events.connection('lost');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  /** Reconnect at once, for instance because the device is online again. */
  hurry(): void {
    if (this.#socket !== null || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.connect();
  }

  #stopTimers(): void {
    clearInterval(this.#pings);
    this.#pings = undefined;
  }
}
