import { offAtFirst } from '../../lib/preference.svelte';

/** Whether a card is taken from the deck by itself when there is nothing else to take. */
export const autoDraw = offAtFirst('autoDraw');
