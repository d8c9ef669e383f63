import { settingWords } from '../games';
import { t } from '../i18n/index.svelte';
import { optionName } from '../lib/languages';
import type { TableInfo } from '../protocol';

/** What was agreed for a table, in a few words each: clock, talk, settings of the game, who may watch, and options that are not the usual ones. */
export function termsOf({ game, settings, options, seats, no_hints, rated, deal }: TableInfo): string[] {
  const terms = [...(deal ? [t.lobby.knownDeal] : []), t.create.clockText(settings.clock ?? {})];
  terms.push(settings.public ? t.lobby.isPublic : t.lobby.byLink);
  if (settings.talk) terms.push(`${t.create.talk}: ${t.create.talks[settings.talk]}`);
  for (const [name, value] of Object.entries(settings.game ?? {})) {
    const { title, choices } = settingWords(game, name);
    terms.push(`${title}: ${choices[String(value)] ?? String(value)}`);
  }
  terms.push(`${t.fair.hints}: ${t.fair.hintChoices[no_hints ? 'never' : 'open']}`);
  if (settings.coach) terms.push(t.coach.isOn);
  if (seats.filter((seat) => seat.kind !== 'bot').length > 1)
    terms.push(rated ? t.fair.rated : t.fair.notRated);
  for (const [name, value] of Object.entries(options)) {
    const title = optionName(game, name);
    if (title) terms.push(`${title}: ${t.choices[String(value)] ?? String(value)}`);
  }
  return terms;
}
