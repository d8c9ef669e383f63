import { counted, form as formOf, type Forms } from '../plurals';

export const form = (count: number, forms: Forms) => formOf('uk', count, forms);
export const n = (count: number, ...forms: Forms) => counted('uk', count, forms);
export const list = (items: string[], word = 'і') =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
export const points = (count: number) => n(count, 'очко', 'очки', 'очок');
export const cards = (count: number) => n(count, 'карта', 'карти', 'карт');
export const won = (names: string[]) =>
  names.length > 1 ? `перемогу ділять ${list(names)}.` : `перемога — ${names[0]}.`;
