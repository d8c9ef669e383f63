import type { NizamView } from '../../protocol';

/** The runs on the board that score, each with its points. */
export function runsOf({ combinations }: NizamView) {
  return combinations
    .filter((run) => run.scores)
    .map(({ line, start, length, points }) => ({ line, start, length, label: String(points) }));
}
