import { t } from '../../i18n/index.svelte';

/** How an action of both shifting games is called. */
export function actionName(action: string): string {
  if (action === 'draw') return t.shifting.draw;
  if (action === 'done') return t.shifting.endTurn;
  return action === 'pass' ? t.shifting.pass : t.shifting.paidShift(action);
}
