import { at } from './base';

const RELOADED = 'reloaded'; // When this tab was last loaded again because of an update.
const PAUSE = 60_000;

/** Whether this browser can keep the page for times without a connection. */
export const hasWorkers = typeof navigator !== 'undefined' && 'serviceWorker' in navigator;

/** Start the service worker, when the page has loaded and has nothing else to do. */
export function startWorker(language: string): void {
  if (!hasWorkers || import.meta.env.DEV) return;
  const start = () =>
    void navigator.serviceWorker
      .register(at('/sw.js'), { scope: at('/') })
      .then(() => keepLanguage(language))
      .catch(() => undefined); // Without it the page works as before, only not offline.
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/** Keep the texts and rules of a language for times without a connection, unless the person saves data. */
async function keepLanguage(language: string): Promise<void> {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData) return;
  (await navigator.serviceWorker.ready).active?.postMessage({ keep: language });
}

/** After an update of the server, parts that this page has not loaded yet are gone: then the page is loaded again. */
export function reloadAfterUpdates(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(RELOADED)) < PAUSE) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
  });
}
