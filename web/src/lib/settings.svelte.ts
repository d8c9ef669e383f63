import { keep, readKept } from './storage';

export type Theme = 'system' | 'night' | 'noon' | 'contrast';
export type Speed = (typeof SPEEDS)[number];

/** How fast moves of others are shown. */
export const SPEEDS = ['slow', 'normal', 'fast', 'once'] as const;
const TEMPO: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.4, once: 0 };

function oneOf<T extends string>(value: unknown, choices: readonly T[], otherwise: T): T {
  return choices.includes(value as T) ? (value as T) : otherwise;
}

/** What a person has chosen for this browser. */
class Settings {
  theme = $state<Theme>('night');
  sound = $state(true);
  oneTap = $state(false); // A card is played by the first tap; otherwise that chooses it, and a second one plays it.
  calm = $state(false); // Less motion, in addition to the system's setting.
  speed = $state<Speed>('normal');
  notify = $state(false); // A notification when it is my turn and the page is not visible.

  constructor() {
    const kept = readKept();
    this.theme = oneOf(
      kept.theme,
      ['system', 'night', 'noon', 'contrast'],
      matches('(prefers-contrast: more)') ? 'contrast' : 'night',
    );
    this.speed = oneOf(kept.speed, SPEEDS, 'normal');
    this.sound = kept.sound !== false;
    this.oneTap = (kept.oneTap ?? kept.confirm === 'never') === true; // Older versions stored it as `confirm`.
    this.calm = kept.calm === true;
    this.notify = kept.notify === true;
  }

  /** Change some settings, and remember them. */
  set(values: Partial<Pick<Settings, 'theme' | 'sound' | 'oneTap' | 'calm' | 'speed' | 'notify'>>): void {
    Object.assign(this, values);
    keep(values);
  }

  /** Whether the person or the system asks for less motion. */
  get isCalm(): boolean {
    return this.calm || matches('(prefers-reduced-motion: reduce)');
  }

  /** Factor for the time of a picture at normal speed. */
  get tempo(): number {
    return TEMPO[this.speed];
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
