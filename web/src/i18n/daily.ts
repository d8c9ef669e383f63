import type { DailyTexts } from './en/daily';
import { dictionary } from './index.svelte';

const files = import.meta.glob<DailyTexts>('./*/daily.ts', { import: 'default' });

/** The texts of the board and the puzzle of the day in the chosen language; they are loaded when they are shown. */
export const loadDailyTexts = () => files[`./${dictionary.language}/daily.ts`]!();
