import type { ReviewTexts } from './en/review';
import { dictionary } from './index.svelte';

const files = import.meta.glob<ReviewTexts>('./*/review.ts', { import: 'default' });

/** The texts of a review in the chosen language; they are loaded with that screen. */
export const loadReviewTexts = () => files[`./${dictionary.language}/review.ts`]!();
