/** "62 %": a share of one. */
export function percent(share: number): string {
  return `${Math.round(100 * share)}\u00a0%`;
}

/** "2.4", with the comma where it is written so; whole numbers stay whole. */
export function decimal(value: number, comma: '.' | ',', digits = 1): string {
  const text = Math.abs(value).toFixed(digits).replace(/\.0+$/, '').replace('.', comma);
  return value < 0 && text !== '0' ? `−${text}` : text;
}

/** "+2.4" */
export function signedDecimal(value: number, comma: '.' | ','): string {
  const text = decimal(value, comma);
  return text === '0' || text.startsWith('−') ? text : `+${text}`;
}

/** "4", or "2–9" where not all between need be possible. */
export function rangeOf(values: number[]): string {
  return values.length === 1 ? String(values[0]) : `${values[0]}–${values.at(-1)}`;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A word at the end of a sentence, with its full stop: a shortened month or year has one already ("21 лист."). */
export function stop(word: string): string {
  return word.endsWith('.') ? word : `${word}.`;
}
