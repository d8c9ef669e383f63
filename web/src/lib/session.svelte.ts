import { dictionary } from '../i18n/index.svelte';
import { api, ApiError } from './api';
import type { GameInfo, Me } from '../protocol';

const LOOK_AGAIN = 2_000; // While a game is being prepared, in milliseconds.

/** The person at this browser, and the games of the server. */
class Session {
  me = $state.raw<Me | null>(null);
  games = $state.raw<GameInfo[]>([]);
  phrases = $state.raw<string[]>([]);
  longestName = $state(24); // Letters; the server says how many.
  hasFailed = $state(false);
  #found!: () => void;
  /** Settled when the server has answered for the first time. */
  readonly ready = new Promise<void>((resolve) => (this.#found = resolve));

  /** Ask the server for the person and the games; retries until it answers. */
  async start(): Promise<void> {
    try {
      const [games, me] = await Promise.all([api.games(), api.me()]);
      this.games = games.games;
      this.phrases = games.phrases;
      this.longestName = games.longest_name;
      this.me = me;
      this.hasFailed = false;
      this.#found();
      this.#watchPreparing();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.hasFailed = true;
      setTimeout(() => void this.start(), 3_000);
    }
  }

  get isPreparing(): boolean {
    return this.games.some(({ preparing }) => preparing !== null);
  }

  /** Read the games again until all can be played. */
  #watchPreparing(): void {
    if (!this.isPreparing) return;
    setTimeout(async () => {
      try {
        this.games = (await api.games()).games;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // The next attempt may reach the server.
      }
      this.#watchPreparing();
    }, LOOK_AGAIN);
  }

  /** Return the person at this browser. A new person gets a guest's name; a name that is typed in replaces the old one. */
  async ensure(typed?: string): Promise<Me> {
    await this.ready;
    const name = typed?.trim();
    if (this.me && (!name || this.me.name === name)) return this.me;
    const language = dictionary.language;
    this.me = await api.sayWhoIAm(name ? { name, language } : { guest: guestName(), language });
    return this.me;
  }

  game(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id);
  }
}

/** A guest is called after the sign of the first seat. */
function guestName(): string {
  return dictionary.words.seatNames[0]!;
}

export const session = new Session();
