import { keep, readKept } from './storage';

export type Theme = 'system' | 'night' | 'noon' | 'contrast';
export type Confirm = 'touch' | 'always' | 'never';
export type Aid = 'off' | 'ranges' | 'full';

function oneOf<T extends string>(value: unknown, choices: readonly T[], otherwise: T): T {
  return choices.includes(value as T) ? (value as T) : otherwise;
}

/** What a person has chosen for this browser. */
class Settings {
  theme = $state<Theme>('night');
  sound = $state(true);
  confirm = $state<Confirm>('touch'); // Whether a card is played by a second tap.
  autoDraw = $state(false); // Speedy Gnomes: take from the deck by itself when there is nothing else to take.
  queue = $state(false); // Luz: a card may be chosen before one's turn.
  calm = $state(false); // Fewer movements, beside what the system asks for.
  notify = $state(false); // A notification when it is my turn and the page is not seen.
  aid = $state<Aid>('full'); // Luz: how much of the table's deduction aid is shown to me.

  constructor() {
    const kept = readKept();
    this.theme = oneOf(
      kept.theme,
      ['system', 'night', 'noon', 'contrast'],
      matches('(prefers-contrast: more)') ? 'contrast' : 'night',
    );
    this.confirm = oneOf(kept.confirm, ['touch', 'always', 'never'], 'touch');
    this.aid = oneOf(kept.aid, ['off', 'ranges', 'full'], 'full');
    this.sound = kept.sound !== false;
    this.autoDraw = kept.autoDraw === true;
    this.queue = kept.queue === true;
    this.calm = kept.calm === true;
    this.notify = kept.notify === true;
  }

  /** Change some settings, and remember them. */
  set(
    values: Partial<
      Pick<Settings, 'theme' | 'sound' | 'confirm' | 'autoDraw' | 'queue' | 'calm' | 'notify' | 'aid'>
    >,
  ): void {
    Object.assign(this, values);
    keep(values);
  }

  /** Whether the person or the system asks for few movements. */
  get isCalm(): boolean {
    return this.calm || matches('(prefers-reduced-motion: reduce)');
  }

  /** Whether a card needs a second tap. */
  get needsConfirmation(): boolean {
    return this.confirm === 'always' || (this.confirm === 'touch' && matches('(pointer: coarse)'));
  }

  /** The theme that is shown. */
  get shownTheme(): Exclude<Theme, 'system'> {
    if (this.theme !== 'system') return this.theme;
    if (matches('(prefers-contrast: more)')) return 'contrast';
    return matches('(prefers-color-scheme: light)') ? 'noon' : 'night';
  }
}

function matches(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}

export const settings = new Settings();
