import { keep, readKept } from '../lib/storage';
import type { Words } from './en';

export type Language = 'uk' | 'en' | 'ru';
export const LANGUAGES: readonly Language[] = ['uk', 'en', 'ru'];

const loaders: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('./en'),
  uk: () => import('./uk'),
  ru: () => import('./ru'),
};

/** The language that was chosen, or the first of the browser's that we have. */
export function preferredLanguage(kept: unknown, browser: readonly string[]): Language {
  const wanted = [kept, ...browser.map((tag) => tag.slice(0, 2).toLowerCase())];
  return (wanted.find((each) => LANGUAGES.includes(each as Language)) as Language | undefined) ?? 'en';
}

/** All texts of the page; `words` is replaced when another language is chosen. */
class Dictionary {
  language = $state<Language>('en');
  words = $state.raw<Words>(undefined as unknown as Words);

  /** Load the language of this browser; nothing is shown before that. */
  async start(): Promise<void> {
    await this.use(preferredLanguage(readKept().language, navigator.languages ?? []));
  }

  async use(language: Language): Promise<void> {
    this.words = (await loaders[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    keep({ language });
    await this.use(language);
  }
}

export const dictionary = new Dictionary();

/** Short for the texts in the chosen language. */
export const t = new Proxy({} as Words, {
  get: (_target, key) => dictionary.words[key as keyof Words],
});
