import { card as gnomes } from './gnomes/card';
import { card as luz } from './luz/card';
import { card as nizam } from './nizam/card';
import { card as pearl } from './pearl/card';

/** Every game with its own board, in the order of the home page. A new one needs its import and its name here. */
export const REGISTRY = { nizam, pearl, gnomes, luz };
