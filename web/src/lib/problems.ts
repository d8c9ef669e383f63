import { t } from '../i18n/index.svelte';
import { ApiError } from './api';

/** Why a request was refused, in words; `here` has words that fit a screen better. Rethrows other errors. */
export function problemText(error: unknown, here: Record<string, string> = {}): string {
  if (!(error instanceof ApiError)) throw error;
  return here[error.key] ?? t.reasons[error.key] ?? t.reasons.unknown!;
}

/** Wait for a request; return why it was refused, in words, or null. */
export async function outcomeOf(request: Promise<unknown>): Promise<string | null> {
  try {
    await request;
    return null;
  } catch (error) {
    return problemText(error);
  }
}
