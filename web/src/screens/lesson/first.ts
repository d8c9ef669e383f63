import { usualOf } from '../../games';
import type { GameInfo, NewTable, TableSettings } from '../../protocol';
import { usualPlayers, type Level } from '../plans';

const EASY: Level = 'novice';
const AID = 'ranges';

/** The first match after a lesson: easy bots, quick start where the game has one, aids on, and bots that wait. */
export function firstGame(game: GameInfo): NewTable {
  const level = game.levels.includes(EASY) ? EASY : (game.levels[0] as Level);
  const { settings, firstOptions } = usualOf(game.id);
  const own = { ...(settings?.game as TableSettings['game']) };
  const aid = game.settings.find((setting) => setting.name === game.aid);
  if (aid?.choices.includes(AID)) own[aid.name] = AID;
  return {
    game: game.id,
    options: firstOptions ?? {},
    seats: [
      { kind: 'me' },
      ...Array.from({ length: usualPlayers(game) - 1 }, () => ({ kind: 'bot' as const, level })),
    ],
    settings: { game: own, ready: true },
  };
}
