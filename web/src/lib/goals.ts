import { keep, readKept } from './storage';

/** Whether a person does not want to see the goal of a game on the table. */
export function hidesGoal(person: string, game: string): boolean {
  return hiddenGoals().includes(`${person} ${game}`);
}

export function keepGoal(person: string, game: string, isHidden: boolean): void {
  const others = hiddenGoals().filter((each) => each !== `${person} ${game}`);
  keep({ hiddenGoals: isHidden ? [...others, `${person} ${game}`] : others });
}

function hiddenGoals(): string[] {
  const { hiddenGoals } = readKept();
  return Array.isArray(hiddenGoals) ? hiddenGoals.filter((each) => typeof each === 'string') : [];
}
