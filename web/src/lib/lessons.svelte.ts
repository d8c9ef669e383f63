import type { LessonInfo } from '../protocol';
import { api } from './api';

/** The lessons of all games, and how far the person at this browser is. */
class Lessons {
  all = $state.raw<LessonInfo[]>([]);

  /** Ask the server again; without an answer none are offered. */
  async read(): Promise<void> {
    try {
      this.all = (await api.lessons()).lessons;
    } catch {
      // The next screen asks again.
    }
  }

  /** The lesson of a game that comes next: the first that is not done, else the first. */
  of(game: string): LessonInfo | undefined {
    const all = this.all.filter((each) => each.game === game);
    return all.find((each) => !each.done) ?? all[0];
  }
}

export const lessons = new Lessons();
