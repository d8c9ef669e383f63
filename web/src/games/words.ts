import { dictionary } from '../i18n/index.svelte';
import type { Common } from '../i18n/en';
import type { FolderTexts } from '../i18n/texts';

interface Texts {
  common: Common;
  folders: Record<string, FolderTexts>; // By path: "../luz/texts/en.ts".
}

const files = import.meta.glob<Texts>('./languages/*.ts', { import: 'default' });

dictionary.source = async (language) => {
  const { common, folders } = await files[`./languages/${language}.ts`]!();
  const named = Object.entries(folders).map(([path, own]) => [path.split('/')[1]!, own] as const);
  return { common, folders: Object.fromEntries(named) };
};

/** Short for the texts of one folder in the chosen language. */
export function wordsOf<Own extends object>(folder: string): Own {
  return new Proxy({} as Own, { get: (_target, key) => Reflect.get(dictionary.words.folders[folder]!, key) });
}
