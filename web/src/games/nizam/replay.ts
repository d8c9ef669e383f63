import type { Replay } from '../../lib/shuffles';
import { stepsOf } from '../shifting/replay';
import * as rules from './rules';

export const replay: Replay = { ...rules, stepsOf };
