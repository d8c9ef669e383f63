import { wordsOf } from '../words';
import type { Texts } from './texts/en';

export const luz = wordsOf<Texts>('luz');
