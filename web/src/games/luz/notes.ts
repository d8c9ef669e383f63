/**
 * Private notes on own cards. The server keeps one text for a seat; its first line holds the guesses of a deal
 * ("#2 4=6,7 8=10"), what follows is what was written in words.
 */
export interface CardNotes {
  deal: number;
  guesses: Record<number, number[]>; // Slot -> values that it is thought to have.
  words: string;
}

const HEAD = /^#(\d)((?: \d+=[\d,]+)*)(?:\n|$)/;

export function readNotes(text: string): CardNotes {
  const head = HEAD.exec(text);
  if (!head) return { deal: 0, guesses: {}, words: text };
  const guesses: Record<number, number[]> = {};
  for (const part of head[2]!.split(' ').filter(Boolean)) {
    const [slot, values] = part.split('=');
    guesses[Number(slot)] = values!.split(',').map(Number);
  }
  return { deal: Number(head[1]), guesses, words: text.slice(head[0].length) };
}

export function writeNotes({ deal, guesses, words }: CardNotes): string {
  const parts = Object.entries(guesses)
    .filter(([, values]) => values.length)
    .map(([slot, values]) => ` ${slot}=${[...values].sort((a, b) => a - b).join(',')}`);
  return parts.length ? `#${deal}${parts.join('')}\n${words}` : words;
}

/** Guesses on a card in this deal; those that the table's aid has ruled out drop out. */
export function guessesOn(notes: CardNotes, deal: number, slot: number, possible: number[] | null): number[] {
  const guesses = notes.deal === deal ? (notes.guesses[slot] ?? []) : [];
  return possible ? guesses.filter((value) => possible.includes(value)) : guesses;
}

/** The notes with one guess more, or one less. */
export function withGuess(notes: CardNotes, deal: number, slot: number, value: number): CardNotes {
  const guesses = notes.deal === deal ? notes.guesses : {};
  const old = guesses[slot] ?? [];
  const values = old.includes(value) ? old.filter((each) => each !== value) : [...old, value];
  return { ...notes, deal, guesses: { ...guesses, [slot]: values } };
}
