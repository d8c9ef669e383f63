import { at } from './base';

const RELOADED = 'reloaded'; // When this tab was last loaded again because of an update.
const PAUSE = 60_000;

let isOld = false; // The server has a newer page than this one.

/** Whether this browser can keep the page for times without a connection. */
export const hasWorkers = typeof navigator !== 'undefined' && 'serviceWorker' in navigator;

/** Whether the server has been updated since this page was loaded: the next screen is to come from the server. */
export function isOutdated(): boolean {
  return isOld;
}

/** Ask the server whether it has a newer page: after a pause, or when the connection was lost. */
export async function lookForUpdate(): Promise<void> {
  if (!hasWorkers) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().catch(() => undefined); // Without a connection there is nothing newer.
}

/** Start the service worker, when the page has loaded and has nothing else to do. */
export function startWorker(language: string): void {
  if (!hasWorkers || import.meta.env.DEV) return;
  const start = () =>
    void navigator.serviceWorker
      .register(at('/sw.js'), { scope: at('/') })
      .then(() => keepLanguage(language))
      .then(noteUpdates)
      .catch(() => undefined); // Without it the page works as before, only not offline.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookForUpdate();
  });
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/** Note when another worker takes over: it comes with another page. */
async function noteUpdates(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    isOld = navigator.serviceWorker.controller !== active;
  });
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
