import type { Usual } from '../usual';

export const usual: Usual = { players: 3 };
