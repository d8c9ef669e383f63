import type { Me } from '../protocol';

/** The languages that the server knows. The compiler checks that the page has the same. */
export type Language = Me['language'];

/** Every language, in the order of the menu. A new one needs its line here and its files (docs/adding-a-language.md). */
export const LANGUAGES: Record<Language, { name: string; short: string }> = {
  uk: { name: 'Українська', short: 'УКР' },
  en: { name: 'English', short: 'ENG' },
  ru: { name: 'Русский', short: 'РУС' },
};

export const LANGUAGE_IDS = Object.keys(LANGUAGES) as Language[];
