import type { Replay } from '../../lib/shuffles';
import { KINDS } from '../shifting/decks';
import { stepsOf } from '../shifting/replay';
import * as rules from './rules';

const TASKS = KINDS.map((kind) => `task ${kind}`);

export const replay: Replay = {
  ...rules,
  stepsOf: (text) => (TASKS.includes(text) ? [rules.TASK_0 + TASKS.indexOf(text)] : stepsOf(text)),
};
