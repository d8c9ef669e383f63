import type { PlainBoard, PlainChoice } from '../../protocol';

/** A legal action and its words. */
export interface Choice extends PlainChoice {
  action: string;
}

/** Choices that begin with the same word, and that word; choices that stand alone have none. */
export interface Group {
  name: string;
  choices: Choice[];
}

/** The legal actions with their words. */
export function choicesOf(legal: string[], board: PlainBoard | undefined): Choice[] {
  return legal.map((action, place) => ({ action, ...(board?.choices[place] ?? { text: action }) }));
}

/** Choices in groups by the first word of the action, those without fellows first, together. */
export function groupsOf(choices: Choice[]): Group[] {
  const byWord = new Map<string, Choice[]>();
  for (const choice of choices) {
    const word = firstWord(choice.action);
    byWord.set(word, [...(byWord.get(word) ?? []), choice]);
  }
  const several = [...byWord.values()].filter((group) => group.length > 1);
  const single = choices.filter((choice) => byWord.get(firstWord(choice.action))!.length === 1);
  return [
    ...(single.length ? [{ name: '', choices: single }] : []),
    ...several.map((group) => ({ name: firstWord(group[0]!.text), choices: group })),
  ];
}

/** The choices that hold every word of a search, in the action, its words or its note. */
export function found(choices: Choice[], search: string): Choice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ action, text, note = '' }) => {
    const all = `${action} ${text} ${note}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

function firstWord(text: string): string {
  return text.split(' ')[0]!;
}
