const script = import.meta.url; // In two steps: Vite takes `new URL('..', import.meta.url)` for the name of a file.

/** Where the site lies under its host: "" at the top, or like "/heliodor". The built scripts lie in its folder `assets`. */
export const base: string = import.meta.env.DEV ? '' : new URL('..', script).pathname.replace(/\/$/, '');

/** The address of something on this site, as the browser needs it: `at('/rules/luz')`. */
export function at(path: string): string {
  return base + path;
}
