import type { Covered, EventInfo } from '../protocol';

/** The log as its reader may see it now: facts that are covered are left out of it. */
export class Log {
  lines = $state.raw<EventInfo[]>([]);
  lit = $state.raw<EventInfo | null>(null); // The line that the reader points at: the board highlights what it is about.

  #covered: Covered | null = null;
  #cutSince = Infinity; // From this ply on, lines lack facts that may be seen again; the server is asked for them.

  get covered(): Covered | null {
    return this.#covered;
  }

  get cutSince(): number {
    return this.#cutSince;
  }

  add(events: EventInfo[]): void {
    if (events.length) this.lines = [...this.lines, ...events.map((event) => this.#seen(event))];
  }

  /** Remove facts that may no longer be shown, from this log and from later events. */
  cover(covered: Covered | null): void {
    const isNews = covered !== this.#covered;
    this.#covered = covered;
    if (!isNews || covered === null) return;
    this.lines = this.lines.map((event) => this.#seen(event));
    if (this.lit) this.lit = this.#seen(this.lit);
  }

  /** Note that lines since a ply lack facts that may be seen again. */
  cut(since: number): void {
    this.#cutSince = Math.min(this.#cutSince, since);
  }

  /** Replace the lines since `since` by whole events. */
  restore(since: number, replacement: (event: EventInfo) => EventInfo): void {
    this.lines = this.lines.map(replacement);
    if (since <= this.#cutSince) this.#cutSince = Infinity;
  }

  clear(): void {
    this.lines = [];
    this.lit = null;
    this.#covered = null;
    this.#cutSince = Infinity;
  }

  #seen(event: EventInfo): EventInfo {
    const covered = this.#covered;
    if (covered === null || event.ply < covered.since || event.ply >= covered.until) return event;
    const left = Object.entries(event.facts ?? {}).filter(([name]) => !covered.facts.includes(name));
    return { ...event, facts: Object.fromEntries(left), text: undefined }; // A sentence would reveal the facts.
  }
}
