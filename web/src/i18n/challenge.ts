import type { ChallengeTexts } from './en/challenge';
import { dictionary } from './index.svelte';

const files = import.meta.glob<ChallengeTexts>('./*/challenge.ts', { import: 'default' });

/** The texts of challenges in the chosen language; they are loaded with that screen. */
export const loadChallengeTexts = () => files[`./${dictionary.language}/challenge.ts`]!();
