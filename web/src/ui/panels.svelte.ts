/** Which sheets of the table are open; there is one table on the page at a time. */
class Panels {
  log = $state(false);
  menu = $state(false);
  talk = $state(false);
  keys = $state(false);
  report = $state(false);
  goal = $state(false); // Somebody has asked for goal and scoring.
  rules = $state.raw<{ rule: string | null } | null>(null); // The rules beside the table, at a rule or at their beginning.
  saidSeen = $state(0); // Number of phrases and chat texts that have been read.

  close(): void {
    this.log = this.menu = this.talk = this.keys = this.report = this.goal = false;
    this.rules = null;
  }
}

export const panels = new Panels();
