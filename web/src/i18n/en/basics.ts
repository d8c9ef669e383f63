import { counted, form as formOf, type Forms } from '../plurals';

export const form = (count: number, forms: Forms) => formOf('en', count, forms);
export const n = (count: number, ...forms: Forms) => counted('en', count, forms);
export const list = (items: string[], word = 'and') =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
export const points = (count: number) => n(count, 'point', 'points');
export const cards = (count: number) => n(count, 'card', 'cards');
export const won = (names: string[]) =>
  names.length > 1 ? `${list(names)} share the win.` : `${names[0]} wins.`;
