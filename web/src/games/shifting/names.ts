import { shifting } from './words';

/** How an action of both shifting games is called. */
export function actionName(action: string): string {
  if (action === 'draw') return shifting.draw;
  if (action === 'done') return shifting.endTurn;
  return action === 'pass' ? shifting.pass : shifting.paidShift(action);
}
