import type { Usual } from '../usual';

// S2: the first match is best with the quick start.
export const usual: Usual = { players: 4, firstOptions: { quick_start: true } };
