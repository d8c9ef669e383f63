import { t } from '../i18n/index.svelte';
import { CLOCKS } from '../lib/plans';
import type { TableInfo } from '../protocol';

/** What was agreed for a table, in a few words each: clock, talk, aid, who may watch, and options that are not the usual ones. */
export function termsOf({ game, settings, options }: TableInfo): string[] {
  const terms = [clockText(settings.clock ?? {})];
  terms.push(settings.public ? t.lobby.isPublic : t.lobby.byLink);
  if (settings.talk) terms.push(`${t.create.talk}: ${t.create.talks[settings.talk]}`);
  if (game === 'luz' && settings.aid) terms.push(`${t.create.aid}: ${t.create.aids[settings.aid]}`);
  for (const [name, value] of Object.entries(options)) {
    const title = t.create.optionNames[name];
    if (title) terms.push(`${title}: ${t.create.choices[String(value)] ?? String(value)}`);
  }
  return terms;
}

function clockText(clock: NonNullable<TableInfo['settings']['clock']>): string {
  const kind = clock.kind ?? 'none';
  const known = Object.entries(CLOCKS).find(
    ([, each]) =>
      each.kind === kind &&
      (each.seconds ?? 0) === (clock.seconds ?? 0) &&
      (each.increment ?? 0) === (clock.increment ?? 0) &&
      (each.days ?? 0) === (clock.days ?? 0),
  );
  if (known) return t.create.clocks[known[0]]!;
  if (kind === 'none') return t.create.clocks.none!;
  return `${t.create.clock}: ${kind === 'days' ? `${clock.days} d` : `${clock.seconds} s`}`;
}
