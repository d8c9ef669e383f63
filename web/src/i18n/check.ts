import type { CheckTexts } from './en/check';
import { dictionary } from './index.svelte';

const files = import.meta.glob<CheckTexts>('./*/check.ts', { import: 'default' });

/** The texts of "Check the deal" in the chosen language; they are loaded with that screen. */
export const loadCheckTexts = () => files[`./${dictionary.language}/check.ts`]!();
