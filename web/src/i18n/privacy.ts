import type { PrivacyTexts } from './en/privacy';
import { dictionary } from './index.svelte';

const files = import.meta.glob<PrivacyTexts>('./*/privacy.ts', { import: 'default' });

/** What the server stores, in the chosen language; the texts are loaded with that screen. */
export const loadPrivacyTexts = () => files[`./${dictionary.language}/privacy.ts`]!();
