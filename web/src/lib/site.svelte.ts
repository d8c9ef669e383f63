import type { SiteInfo } from '../protocol';
import { api, ApiError } from './api';

const ASK_EVERY = 10_000;
const OPEN: SiteInfo = { mode: 'open', announcement: null };

/** What the host of the server tells everybody. A table hears it from its socket; other screens ask now and then. */
class Site {
  #info = $state.raw<SiteInfo>(OPEN);
  #ended = $state(0); // The end of the last message that is over.
  #timer: ReturnType<typeof setTimeout> | undefined;

  get mode(): NonNullable<SiteInfo['mode']> {
    return this.#info.mode ?? 'open';
  }

  /** The message in a language, else in English, else in any. */
  message(language: string): string | null {
    const told = this.#info.announcement;
    if (!told || told.until === this.#ended) return null;
    return told.texts[language] ?? told.texts.en ?? Object.values(told.texts)[0] ?? null;
  }

  /** Take in what the server says; without a word from it, the site is open. */
  take(info: SiteInfo = OPEN): void {
    this.#info = info;
    clearTimeout(this.#timer);
    const until = info.announcement?.until;
    if (until === undefined) return;
    const left = until - Date.now();
    if (left <= 0) this.#ended = until;
    else this.#timer = setTimeout(() => (this.#ended = until), Math.min(left, 2 ** 31 - 1));
  }

  /** Ask the server now and from time to time; return what ends it. */
  follow(): () => void {
    const ask = async () => {
      try {
        this.take(await api.site());
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // The next attempt may reach the server.
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY);
    return () => clearInterval(timer);
  }
}

export const site = new Site();
