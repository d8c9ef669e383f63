/** Forms of a counted word: "карта", "карти", "карт" (English: "card", "cards"). */
export type Forms = readonly [one: string, few: string, many?: string];

const rules = new Map<string, Intl.PluralRules>();

/** Return the form of a word that goes with a number. */
export function form(language: string, count: number, forms: Forms): string {
  let rule = rules.get(language);
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)));
  const [one, few, many = few] = forms;
  const category = rule.select(Math.abs(count));
  return category === 'one' ? one : category === 'few' ? few : many;
}

/** Return "3 карти": a number with its word, with a true minus sign. */
export function counted(language: string, count: number, forms: Forms): string {
  return `${number(count)} ${form(language, count, forms)}`;
}

export function number(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** Return "+5", "0" or "−5". */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : number(value);
}
