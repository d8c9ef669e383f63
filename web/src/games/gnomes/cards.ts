/** How the cards of Speedy Gnomes look: which picture, which colour. */
const SHAPES: Record<string, string> = { o: 'round', s: 'square', t: 'tri', h: 'hex', d: 'drop', m: 'marq' };
const COLOURS: Record<string, string> = { R: 'ruby', H: 'heliodor', S: 'sapphire' };
const PICTURES: Record<string, string> = {
  C: 'cave',
  K: 'cavein',
  FO: 'fog-orange',
  FG: 'fog-green',
  FP: 'fog-purple',
  WR: 'wind-red',
  WY: 'wind-yellow',
  WB: 'wind-blue',
  D: 'diamond',
};

export function pictureOf(card: string): { art: string; style: string } {
  const art = PICTURES[card];
  if (art) return { art, style: '' };
  return { art: `sg-${SHAPES[card[1]!]}`, style: `color:var(--gn-${COLOURS[card[0]!]})` };
}

/** The letter of a gem's colour for the style sheet: "r", "h", "s"; "d" for diamonds, "a" for everything else. */
export function classOf(card: string): string {
  if (card === 'D') return 'd';
  return card in PICTURES ? 'a' : card[0]!.toLowerCase();
}

export function isGem(card: string): boolean {
  return card === 'D' || !(card in PICTURES);
}

/** What can be done with a card, by the legal actions. */
export interface Uses {
  lay: string | null; // "lay Ro"
  drop: string | null;
  targets: Map<number, string>; // Seat -> "curse K 2".
  fogs: Map<string, string>; // Fog -> "wind WR FO".
}

export function usesOf(legal: string[], card: string): Uses {
  const uses: Uses = { lay: null, drop: null, targets: new Map(), fogs: new Map() };
  for (const action of legal) {
    const [verb, what, on] = action.split(' ');
    if (what !== card) continue;
    if (verb === 'lay') uses.lay = action;
    else if (verb === 'drop') uses.drop = action;
    else if (verb === 'curse') uses.targets.set(Number(on), action);
    else if (verb === 'wind') uses.fogs.set(on!, action);
  }
  return uses;
}

export function isPlayable(uses: Uses): boolean {
  return Boolean(uses.lay || uses.drop || uses.targets.size || uses.fogs.size);
}

/** The sizes of the sets that count most: the largest size, once for each set that has it. */
export function largestSets(score: number[]): number[] {
  const place = score.findIndex((count) => count > 0);
  return place < 0 ? [] : Array<number>(score[place]!).fill(score.length - place);
}
