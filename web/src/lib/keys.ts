/** One key of the table, offered by the part of the page that it belongs to. */
export interface KeyOffer {
  /** The letter or the name of the key: "d", "Enter". */
  key: string;
  /** What it does, for the list of keys. */
  name: () => string;
  /** Left out if that part listens to the key itself, as the board does to arrows. */
  press?: () => void;
}

const LETTER = /^[a-z]$/i;

/** The letter on a key of a Latin keyboard, whatever alphabet is set; other keys by their own name. */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (LETTER.test(event.key)) return event.key.toLowerCase();
  return event.key.length === 1 && event.code.startsWith('Key')
    ? event.code.slice(3).toLowerCase()
    : event.key;
}

/** Whether a key is meant for something else: a text field, an open dialog, or a browser shortcut. */
function isTaken(event: KeyboardEvent): boolean {
  return (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    document.querySelector('dialog[open]') !== null ||
    (event.target instanceof Element &&
      event.target.closest('input, textarea, select, [contenteditable]') !== null)
  );
}

/** Keys that work wherever the focus is. Each part of the table offers its own while it is on the screen. */
class Keys {
  #offers: KeyOffer[][] = [];

  /** Offer keys; the returned function withdraws them. */
  offer(...keys: KeyOffer[]): () => void {
    this.#offers.push(keys);
    return () => {
      this.#offers = this.#offers.filter((each) => each !== keys);
    };
  }

  /** Every key that can be pressed now; of two offers for a key, the later one counts. */
  get list(): KeyOffer[] {
    const byKey = new Map<string, KeyOffer>();
    for (const offer of this.#offers.flat()) byKey.set(offer.key, offer);
    return [...byKey.values()];
  }

  /** Run the action of a pressed key. */
  press(event: KeyboardEvent): void {
    if (isTaken(event)) return;
    const key = keyOf(event);
    // Enter belongs to the button or the link that has the focus.
    if (
      key === 'Enter' &&
      event.target instanceof Element &&
      event.target.closest('a, button, summary, [role=gridcell]')
    )
      return;
    const found = this.list.find((offer) => offer.key === key);
    if (!found?.press) return;
    event.preventDefault();
    found.press();
  }
}

export const keys = new Keys();
