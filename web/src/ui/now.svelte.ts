/** The current time, updated four times a second while it is shown. */
class Now {
  ms = $state(Date.now());
  #watchers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Keep the time going; returns how to stop. */
  watch(): () => void {
    this.ms = Date.now();
    if (this.#watchers++ === 0) this.#timer = setInterval(() => (this.ms = Date.now()), 250);
    return () => {
      if (--this.#watchers === 0) clearInterval(this.#timer);
    };
  }
}

export const now = new Now();
