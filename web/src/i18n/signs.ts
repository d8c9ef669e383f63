const files = import.meta.glob<string[]>('./*/signs.ts', { eager: true, import: 'default' });

/** The signs of the seats in a language. */
export function signsIn(language: string): string[] {
  return files[`./${language}/signs.ts`]!;
}

/** The signs of the seats in all languages. */
export const SIGNS = new Set(Object.values(files).flat());
