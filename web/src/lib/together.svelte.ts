import { base } from './base';
import { site } from './site.svelte';
import { TableSocket, type Answered } from './socket';
import type { LookerInfo, Message, Place, PlaceInfo, Reason, Report, Spoken, TogetherNow } from '../protocol';

const AWAY_MS = 1_000; // A leader who is back within this time has not been missed.

/** What has happened among the people, for an announcement. */
export interface News {
  kind: 'came' | 'left' | 'leads' | 'youLead' | 'nobody';
  name: string;
}

type Bare<R> = R extends { request: string } ? Omit<R, 'request'> : never;

export const samePlace = (one: PlaceInfo | null, other: PlaceInfo | null) =>
  JSON.stringify([one?.ply, one?.view, one?.tried]) ===
  JSON.stringify([other?.ply, other?.view, other?.tried]);

/** The people who look at the same review: one may lead, and the others follow until they step by themselves. */
export class Together {
  now = $state.raw<TogetherNow | null>(null); // null: this reader is alone, or the server does not answer.
  place = $state.raw<PlaceInfo | null>(null); // The leader's.
  said = $state.raw<Spoken[]>([]);
  heard = $state.raw<Spoken | null>(null); // The newest of others, if it came while the page was open.
  news = $state.raw<News[]>([]); // The newest.
  refusal = $state.raw<Reason | null>(null);
  isAway = $state(false); // The leader has been away for a while.
  #follows = $state(true);

  #socket: TableSocket;
  #answers = new Map<string, (refused: Reason | null) => void>();
  #isMoving = false; // A place has been sent and is not answered yet.
  #next: Place | null = null; // The place to send then.
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    review: string,
    private readonly onplace: (place: PlaceInfo) => void,
  ) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#socket = new TableSocket(`${scheme}://${location.host}${base}/api/socket?table=${review}`, {
      opening: () => ({ type: 'together', review }),
      message: (message) => this.#receive(message),
      connection: (state) => {
        if (state === 'closed') this.now = null;
      },
    });
  }

  connect(): void {
    this.#socket.connect();
  }

  hurry(): void {
    this.#socket.hurry();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  // --- What follows from the state ------------------------------------------------------------------------------

  get others(): LookerInfo[] {
    return this.now?.people.filter(({ key }) => key !== this.now!.you) ?? [];
  }

  /** Whether there is anything to show: somebody else is here, or has just been here. */
  get isShared(): boolean {
    return this.others.length > 0 || this.isLed;
  }

  get leads(): boolean {
    return this.now !== null && this.now.leader === this.now.you;
  }

  /** Whether somebody else leads. */
  get isLed(): boolean {
    return this.now !== null && this.now.leader !== null && !this.leads;
  }

  get isFollowing(): boolean {
    return this.isLed && this.#follows;
  }

  // --- Requests -------------------------------------------------------------------------------------------------

  /** The reader has stepped: from now on they look on their own. */
  stepAside(): void {
    if (this.isLed) this.#follows = false;
  }

  follow(): void {
    this.#follows = true;
    this.refusal = null;
    if (this.isLed && this.place) this.onplace(this.place);
  }

  lead(place: Place): void {
    void this.#ask({ type: 'lead', place });
  }

  /** Tell the others where the leader is; of several places in a row only the last one has to arrive. */
  async move(place: Place): Promise<void> {
    if (!this.leads || (this.#next === null && !this.#isMoving && samePlace(place as PlaceInfo, this.place)))
      return;
    this.#next = place;
    if (this.#isMoving) return;
    this.#isMoving = true;
    while (this.#next && this.leads) {
      const sent: Place = this.#next;
      this.#next = null;
      this.place = { view: null, tried: null, ...sent };
      await this.#ask({ type: 'move', place: sent });
    }
    this.#next = null;
    this.#isMoving = false;
  }

  handOver(to: string | null): void {
    void this.#ask({ type: 'hand_over', to });
  }

  say(key: string): void {
    void this.#ask({ type: 'phrase', key });
  }

  chat(text: string): void {
    void this.#ask({ type: 'chat', text });
  }

  mute(who: string, muted: boolean): void {
    void this.#ask({ type: 'mute', who, muted });
  }

  /** Report somebody; return why it was refused, or null. */
  report(who: string, kind: Report['kind'], text: string): Promise<Reason | null> {
    return this.#ask({ type: 'report', who, kind, text });
  }

  #ask(request: Bare<Answered>): Promise<Reason | null> {
    const id = this.#socket.newId();
    this.refusal = null;
    return new Promise((resolve) => {
      this.#answers.set(id, (refused) => {
        if (refused) this.refusal = refused;
        resolve(refused);
      });
      this.#socket.send({ ...request, request: id } as Answered);
    });
  }

  // --- Messages ---------------------------------------------------------------------------------------------------

  #receive(message: Message): void {
    switch (message.type) {
      case 'together':
        this.#take(message);
        break;
      case 'moved':
        this.#goTo(message.place);
        break;
      case 'spoken':
        this.said = [...this.said, message.said];
        if (message.said.by !== this.now?.you) this.heard = message.said;
        break;
      case 'site':
        site.take(message.site);
        break;
      case 'accepted':
      case 'refused': {
        const answer = this.#answers.get(message.request);
        this.#answers.delete(message.request);
        answer?.(message.type === 'refused' ? message.reason : null);
      }
    }
  }

  #take(now: TogetherNow): void {
    const before = this.now;
    this.now = now;
    this.said = now.said;
    if (before) this.news = newsOf(before, now);
    if (now.leader === null) this.#follows = true; // The next leader is followed.
    clearTimeout(this.#timer);
    if (!now.away) this.isAway = false;
    else this.#timer = setTimeout(() => (this.isAway = true), AWAY_MS);
    const isNew = before === null || before.leader !== now.leader || !samePlace(this.place, now.place);
    if (now.place && isNew) this.#goTo(now.place);
    else this.place = now.place;
  }

  /** The leader is somewhere else; a leader with two windows is a follower in one of them. */
  #goTo(place: PlaceInfo): void {
    this.place = place;
    if (this.isFollowing || this.leads) this.onplace(place);
  }
}

export function newsOf(before: TogetherNow, now: TogetherNow): News[] {
  const missing = (some: LookerInfo[], others: LookerInfo[]) =>
    some.filter(({ key }) => key !== now.you && !others.some((other) => other.key === key));
  const news: News[] = [
    ...missing(now.people, before.people).map(({ name }) => ({ kind: 'came' as const, name })),
    ...missing(before.people, now.people).map(({ name }) => ({ kind: 'left' as const, name })),
  ];
  if (before.leader !== now.leader) {
    const kind = now.leader === null ? 'nobody' : now.leader === now.you ? 'youLead' : 'leads';
    news.push({ kind, name: now.name });
  }
  return news;
}
