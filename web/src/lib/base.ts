const script = import.meta.url; // In two steps: Vite takes `new URL('..', import.meta.url)` for a file name.

/** The path of the site on its host: "" at the top, or like "/heliodor". The built scripts are in its folder `assets`. */
export const base: string = import.meta.env.DEV ? '' : new URL('..', script).pathname.replace(/\/$/, '');

/** The address of something on this site, as the browser needs it: `at('/rules/luz')`. */
export function at(path: string): string {
  return base + path;
}
