import type { Usual } from '../usual';

export const usual: Usual = { players: 4, settings: { aid: 'ranges', talk: 'phrases' } };
