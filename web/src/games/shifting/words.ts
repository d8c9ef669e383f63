import { wordsOf } from '../words';
import type { Texts } from './texts/en';

export const shifting = wordsOf<Texts>('shifting');
