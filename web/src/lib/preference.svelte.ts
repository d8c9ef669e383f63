import { keep, readKept } from './storage';

/** Something that a person chooses for this browser and that one game only has; its card offers it to the settings. */
export class Preference<T extends string | boolean = boolean> {
  #value = $state<T>() as T;

  /** `name` is that in the browser's storage; `read` makes a value of whatever has been kept under it. */
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

/** Something that is off until a person switches it on. */
export function offAtFirst(name: string): Preference {
  return new Preference(name, (kept) => kept === true);
}
