import type { PushWanted } from '../protocol';
import { api } from './api';
import { hasWorkers } from './worker';

export type NoticeKind = PushWanted['kinds'][number];
export const NOTICE_KINDS: NoticeKind[] = ['turn', 'time', 'invitation', 'expiry'];

/** Why there are no notices here, if there are none: of the site, of the browser, or by the person's own choice. */
export type Obstacle = 'site' | 'browser' | 'denied';

/** What the service worker shows, in the reader's language. */
export type NoticeWords = Record<NoticeKind | 'until' | 'language', string> & {
  games: Record<string, string>;
};

/** What stands in the way of notices. */
export async function obstacle(): Promise<Obstacle | null> {
  if ((await api.pushInfo()).key === null) return 'site';
  if (!hasWorkers || typeof PushManager === 'undefined' || typeof Notification === 'undefined')
    return 'browser';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Leave the words of notices with the service worker, if this person has allowed notices here. */
export async function leaveWords(words: () => Promise<NoticeWords>): Promise<void> {
  if (!hasWorkers || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage({ words: await words() });
}

/** The notices that this browser gets now. */
export async function wantedKinds(): Promise<NoticeKind[]> {
  const subscription = await present();
  return subscription ? (await api.pushLook(subscription.endpoint)).kinds : [];
}

/** The address of this browser at its push service, if it has one. */
export async function pushEndpoint(): Promise<string | undefined> {
  return (await present())?.endpoint;
}

/** Get some kinds of notices from now on; without any the browser no longer gets messages. Asks for permission first. */
export async function want(kinds: NoticeKind[], words: () => Promise<NoticeWords>): Promise<void> {
  if (!kinds.length) return end();
  if ((await Notification.requestPermission()) !== 'granted') return;
  await leaveWords(words);
  const registration = await navigator.serviceWorker.ready;
  const key = (await api.pushInfo()).key!;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  let subscription: PushSubscription;
  try {
    subscription = await registration.pushManager.subscribe(options);
  } catch {
    await (await present())?.unsubscribe(); // It was made with an older key of the site.
    subscription = await registration.pushManager.subscribe(options);
  }
  const { endpoint, keys } = subscription.toJSON();
  await api.wantPush({ endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth!, kinds });
}

/** Get no more notices in this browser. */
export async function end(): Promise<void> {
  const subscription = await present();
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  await api.wantPush({ endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth!, kinds: [] });
  await subscription.unsubscribe();
}

async function present(): Promise<PushSubscription | null> {
  if (!hasWorkers || typeof PushManager === 'undefined') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}
