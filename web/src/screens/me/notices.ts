import { t } from '../../i18n/index.svelte';
import { meTexts } from '../../i18n/me';
import type { NoticeWords } from '../../lib/notices';
import { session } from '../../lib/session.svelte';
import { momentLocale } from '../../lib/time';

/** What the service worker shows, in the chosen language. */
export async function noticeWords(): Promise<NoticeWords> {
  const [{ notices }] = await Promise.all([meTexts(), session.ready]);
  const games = Object.fromEntries(session.games.map(({ id, title }) => [id, t.games[id]?.title ?? title]));
  return { ...notices, games, language: momentLocale() };
}
