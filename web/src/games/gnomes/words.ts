import { wordsOf } from '../words';
import type { Texts } from './texts/en';

export const gnomes = wordsOf<Texts>('gnomes');
