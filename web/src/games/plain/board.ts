import { inLanguage } from '../../lib/languages';
import type { AnyView } from '../../lib/scene';
import type { PlainBoard } from '../../protocol';

/** What the plain board shows of a view, in the reader's language if the game speaks it. */
export function boardOf(view: AnyView): PlainBoard | undefined {
  return view.plain && inLanguage(view.plain);
}

/** An action in the words of its game. */
export function wordsOfAction(action: string, view: AnyView): string {
  return boardOf(view)?.choices[view.legal.indexOf(action)]?.text ?? action;
}
