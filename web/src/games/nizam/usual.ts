import type { Usual } from '../usual';

// N19: only a player alone has a limit to the hand.
export const usual: Usual = { players: 3, playersAtDevice: 2, optionsFor: { solo_hand_limit: 1 } };
