import type { MeTexts } from './en/me';
import { dictionary } from './index.svelte';

const files = import.meta.glob<MeTexts>('./*/me.ts', { import: 'default' });

/** Load the texts of a person's page in the chosen language. */
export function meTexts(): Promise<MeTexts> {
  return files[`./${dictionary.language}/me.ts`]!();
}
