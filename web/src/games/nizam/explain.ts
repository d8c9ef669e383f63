import type { NizamView } from '../../protocol';
import { whoIs } from '../explanations';
import { explainerOf, runsAt } from '../shifting/explain';
import { shifting } from '../shifting/words';
import { nizam } from './words';

export const explain = explainerOf<NizamView>({
  gem(kind, cell, view) {
    const words = nizam.explain;
    const runs = runsAt(view.combinations, cell);
    return {
      text: [
        ...runs.map(
          (run) =>
            `${words.run(run.length, run.kind, run.line)} ${run.scores ? words.scores(run.points) : words.old}`,
        ),
        shifting.explain.kinds,
      ],
      rules: runs.length ? ['N10', 'N12'] : ['N10'],
    };
  },
  score(seat, view, table) {
    const words = nizam.explain;
    return {
      title: words.score,
      picture: { art: 'i-star', class: 'i' },
      text: [words.scoreText(whoIs(table, seat), view.scores[seat] ?? 0)],
      rules: ['N17'],
    };
  },
  own(key, view) {
    const words = nizam.explain;
    if (key === 'emptied')
      return {
        title: words.emptied,
        picture: { art: 'i-shuffle', class: 'i' },
        text: [words.emptiedText(view.run_outs, view.run_outs_to_end)],
        rules: ['N15', 'N16'],
      };
    if (key === 'turn')
      return {
        title: words.turn,
        picture: { art: 'i-star', class: 'i' },
        text: [words.turnText(view.points_now), words.turnHow],
        rules: ['N10', 'N11', 'N12'],
      };
    return null;
  },
});
