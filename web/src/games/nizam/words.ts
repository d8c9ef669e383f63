import { wordsOf } from '../words';
import type { Texts } from './texts/en';

export const nizam = wordsOf<Texts>('nizam');
