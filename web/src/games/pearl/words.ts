import { wordsOf } from '../words';
import type { Texts } from './texts/en';

export const pearl = wordsOf<Texts>('pearl');
