import { counted, form as formOf, type Forms } from '../plurals';

export const form = (count: number, forms: Forms) => formOf('ru', count, forms);
export const n = (count: number, ...forms: Forms) => counted('ru', count, forms);
export const list = (items: string[], word = 'и') =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
export const points = (count: number) => n(count, 'очко', 'очка', 'очков');
export const cards = (count: number) => n(count, 'карта', 'карты', 'карт');
export const won = (names: string[]) =>
  names.length > 1 ? `победу делят ${list(names)}.` : `победа — ${names[0]}.`;
