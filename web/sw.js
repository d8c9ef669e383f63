// The service worker, written by hand. It keeps what the page needs to open without a connection, and shows notices.
// `SHELL` is filled in by the build (vite.config.ts): { version, core: [paths], languages: { uk: [paths] } }.
// It never keeps an answer of the API, and no address but those of built files: links carry secrets.

const SHELL = __SHELL__;
const CACHE = `heliodor-${SHELL.version}`;
const WORDS = 'heliodor-words'; // Texts of notices in the language of the page.
const scope = self.registration.scope; // Ends with a slash.

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(['', ...SHELL.core].map((path) => new Request(scope + path))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name !== CACHE && name !== WORDS).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const path = request.url.slice(scope.length).split(/[?#]/)[0];
  if (path.startsWith('api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (path.startsWith('assets/')) event.respondWith(asset(request));
  else if (SHELL.core.includes(path))
    event.respondWith(fetch(request).catch(() => caches.match(scope + path)));
});

/** The page always comes from the server, so that an update is seen at once; the kept one is for when it does not answer. */
async function page(request) {
  let answer = null;
  try {
    answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // No connection.
  }
  return (await caches.match(scope, { cacheName: CACHE })) ?? answer ?? Response.error();
}

/** Names of built files tell their content, so a kept one is never stale. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

self.addEventListener('message', (event) => {
  const { keep, words } = event.data ?? {};
  if (keep) event.waitUntil(keepAll(SHELL.languages[keep] ?? []));
  if (words)
    event.waitUntil(caches.open(WORDS).then((cache) => cache.put(scope + 'words', Response.json(words))));
});

async function keepAll(paths) {
  const cache = await caches.open(CACHE);
  const missing = [];
  for (const path of paths) if (!(await cache.match(scope + path))) missing.push(scope + path);
  await cache.addAll(missing);
}

// --- Notices: the message has the kind, the table, the game and perhaps a time; the words are those that the page has
// left here. A notice of the same kind and table replaces the one that is shown, also when the server repeats it.

self.addEventListener('push', (event) => {
  event.waitUntil(notify(event.data?.json() ?? {}));
});

async function notify({ kind, table, game, until }) {
  const address = `${scope}t/${table}`;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some((client) => client.url.split('#')[0] === address && client.visibilityState === 'visible'))
    return;
  const words = await (await caches.match(scope + 'words', { cacheName: WORDS }))?.json();
  await self.registration.showNotification(words?.[kind] ?? 'Heliodor', {
    body: [words?.games?.[game], until && words?.until?.replace('{}', moment(until, words.language))]
      .filter(Boolean)
      .join(' · '),
    icon: scope + 'icon-192.png',
    badge: scope + 'icon-192.png',
    tag: `${kind}-${table}`,
    data: { address },
  });
}

/** A day and a time on the reader's own clock. */
function moment(at, language) {
  const form = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' };
  return new Intl.DateTimeFormat(language, form).format(at);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});

async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const there = windows.find((client) => client.url.split('#')[0] === address) ?? windows[0];
  if (!there) return self.clients.openWindow(address);
  if (there.url.split('#')[0] !== address) await there.navigate(address);
  return there.focus();
}
