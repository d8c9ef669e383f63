import type { ReviewTexts } from '../../i18n/en/review';
import type { DecisionInfo } from '../../protocol';

/** What a decision is worth in words: "best", "fine", or what it gave away. */
export function qualityOf(decision: DecisionInfo, words: ReviewTexts): string {
  const known = words.ratings[decision.rating];
  if (known) return known;
  if (decision.points !== null) return words.gavePoints(decision.points);
  return words.gaveShare(Math.round(100 * decision.given_away));
}
