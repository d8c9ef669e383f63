import { keep, readKept } from '../lib/storage';
import type { Common } from './en';
import { LANGUAGE_IDS, type Language } from './languages';
import type { FolderTexts } from './texts';
import { merged, type Words } from './words';

/** Loads all texts in a language: the common ones, and those of every folder in `games`. */
type Source = (language: Language) => Promise<{ common: Common; folders: Record<string, FolderTexts> }>;

/** The language that was chosen, or the first of the browser's that we have. */
export function preferredLanguage(kept: unknown, browser: readonly string[]): Language {
  const wanted = [kept, ...browser.map((tag) => tag.slice(0, 2).toLowerCase())];
  return (wanted.find((each) => LANGUAGE_IDS.includes(each as Language)) as Language | undefined) ?? 'en';
}

/** All texts of the page; `words` is replaced when another language is chosen. */
class Dictionary {
  language = $state<Language>('en');
  words = $state.raw<Words>(undefined as unknown as Words);
  /** Set by games/words.ts: this layer does not know the games' folders. */
  source!: Source;

  /** Load the language of this browser; nothing is shown before that. One that is chosen in another tab is used here, too. */
  async start(): Promise<void> {
    await this.use(this.#preferred());
    addEventListener('storage', () => {
      const language = this.#preferred();
      if (language !== this.language) void this.use(language);
    });
  }

  #preferred(): Language {
    return preferredLanguage(readKept().language, navigator.languages ?? []);
  }

  async load(language: Language): Promise<Words> {
    const { common, folders } = await this.source(language);
    return merged(language, common, folders);
  }

  async use(language: Language): Promise<void> {
    this.words = await this.load(language);
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
