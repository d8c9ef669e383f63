import { at, base } from './base';
import { isOutdated } from './worker';

/** Which screen is shown. Secrets in links come after "#", so browsers do not send them. */
export type Route =
  | { screen: 'home' }
  | { screen: 'new'; game: string; way: 'bots' | 'friends' | 'device' }
  | { screen: 'table'; table: string; watch: string | null }
  | { screen: 'join'; token: string }
  | { screen: 'replay'; table: string | null; ply: number | null; view: number | null }
  | { screen: 'rules'; game: string; rule: string | null }
  | { screen: 'learn'; game: string; lesson: string }
  | { screen: 'puzzles'; game: string; puzzle: string | null }
  | { screen: 'check'; table: string | null }
  | { screen: 'me' }
  | { screen: 'daily' }
  | { screen: 'challenge'; deal: string }
  | { screen: 'privacy' }
  | { screen: 'settings' };

export function parseRoute(path: string, hash: string): Route {
  const [first, second, third] = path.split('/').filter(Boolean);
  const after = hash.replace(/^#/, '');
  if (first === 't' && second) return { screen: 'table', table: second, watch: null };
  if (first === 'watch' && second && after) return { screen: 'table', table: second, watch: after };
  if (first === 'replay') {
    const [, ply, view] = /^(\d{1,6})(?:\.(\d))?$/.exec(after) ?? [];
    return {
      screen: 'replay',
      table: second ?? null,
      ply: ply === undefined ? null : Number(ply),
      view: view === undefined ? null : Number(view),
    };
  }
  if (first === 'join' && after) return { screen: 'join', token: after };
  if (first === 'rules' && second) return { screen: 'rules', game: second, rule: after || null };
  if (first === 'learn' && second) return { screen: 'learn', game: second, lesson: third ?? 'first' };
  if (first === 'puzzles' && second)
    return { screen: 'puzzles', game: second, puzzle: /^[0-9a-f]{8}$/.test(after) ? after : null };
  if (first === 'check') return { screen: 'check', table: second ?? null };
  if (first === 'me') return { screen: 'me' };
  if (first === 'challenge' && second) return { screen: 'challenge', deal: second };
  if (first === 'daily') return { screen: 'daily' };
  if (first === 'privacy') return { screen: 'privacy' };
  if (first === 'settings') return { screen: 'settings' };
  if (first === 'new' && second) {
    return { screen: 'new', game: second, way: after === 'friends' || after === 'device' ? after : 'bots' };
  }
  const game = /^game=([a-z]+)$/.exec(after)?.[1]; // `heliodor play luz` opens this address.
  return game ? { screen: 'new', game, way: 'bots' } : { screen: 'home' };
}

class Router {
  route = $state.raw<Route>({ screen: 'home' });

  /** Start to follow the browser's address. */
  start(): void {
    this.#read();
    addEventListener('popstate', () => this.#read());
    addEventListener('hashchange', () => this.#read());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  /** Go to an address of this site, like "/rules/luz#L5". */
  go(address: string): void {
    if (isOutdated()) return location.assign(at(address)); // Only now: nobody loses a half-made turn.
    history.pushState(null, '', at(address));
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    this.route = parseRoute(location.pathname.slice(base.length), location.hash);
  }

  /** Links within the page change the screen without reloading. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || event.defaultPrevented) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    this.go(link.pathname.slice(base.length) + link.hash);
  }
}

export const router = new Router();
