import { keep, readKept } from './storage';

/** A person's choice for this browser that concerns one game; the game's card offers it to the settings screen. */
export class Preference<T extends string | boolean = boolean> {
  #value = $state<T>() as T;

  /** `name` is its key in the browser's storage; `read` turns whatever is stored there into a value. */
  constructor(
    private readonly name: string,
    read: (kept: unknown) => T,
  ) {
    this.#value = read(readKept()[name]);
  }

  get value(): T {
    return this.#value;
  }

  /** Change it, and remember it. */
  set(value: T): void {
    this.#value = value;
    keep({ [this.name]: value });
  }
}

/** A preference that is off until a person switches it on. */
export function offAtFirst(name: string): Preference {
  return new Preference(name, (kept) => kept === true);
}
