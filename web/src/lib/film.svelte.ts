import type { EventInfo } from '../protocol';
import type { Scene } from './scene';

const MOST_MS = 20_000; // A longer queue is not shown: the reader has been away for a while.
const ROUND_MS = 7_000; // The queue is shown within this time: if it is longer, all pictures are sped up alike,
const FASTEST = 0.3; // but at most to this part of their time, so that late ones are still seen.
const RETOLD_MS = 900; // Time of an event that is shown again.

/** A picture that waits to be shown, and the events that the log gets with it. */
interface Picture<V> extends Scene<V> {
  news: EventInfo[];
  isRetold?: boolean;
}

interface FilmOptions {
  /** Factor for the time of a picture: 2 is slow, 0 shows the last picture at once. */
  tempo: () => number;
  /** Called with the events of a picture; `isShown` is false for those that were cut. */
  onnews: (events: EventInfo[], isShown: boolean) => void;
}

/** What the board draws: one picture after the other, a little behind the view while something is animated. */
export class Film<V> {
  shown = $state.raw<V | null>(null);
  event = $state.raw<EventInfo | null>(null); // The event that the board animates now.
  isRunning = $state(false);
  isRetelling = $state(false); // It is a replay that the reader asked for.

  #pictures: Picture<V>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endsAt = 0; // When the queued pictures should be finished.

  constructor(private readonly options: FilmOptions) {}

  /** Queue the scenes that lead to `after`. Return false if they cannot be shown in a reasonable time. */
  add(scenes: Scene<V>[], events: EventInfo[], after: V): boolean {
    const pictures = picturesOf(scenes, events, after);
    if (this.options.tempo() === 0 || total(this.#pictures) + total(pictures) > MOST_MS) return false;
    this.#pictures.push(...pictures);
    if (this.#timer === undefined) {
      this.#endsAt = Date.now() + ROUND_MS * this.options.tempo();
      this.#next();
    }
    return true;
  }

  /** Show events again, one by one, on a still view. */
  retell(events: EventInfo[], still: V, after: V): void {
    this.cut(after);
    this.isRetelling = true;
    this.#pictures.push(
      ...events.map((event) => ({ view: still, event, ms: RETOLD_MS, news: [], isRetold: true })),
      { view: after, event: null, ms: 0, news: [] },
    );
    this.#next();
  }

  /** Show this view now. The events of the pictures that are left out go to the log. */
  cut(view: V | null): void {
    this.stop();
    this.options.onnews(
      this.#pictures.flatMap((picture) => picture.news),
      false,
    );
    this.#pictures = [];
    this.isRunning = this.isRetelling = false;
    this.shown = view;
    this.event = null;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Replace events that wait for their picture. */
  replaceNews(replacement: (event: EventInfo) => EventInfo): void {
    this.#pictures = this.#pictures.map((picture) => ({ ...picture, news: picture.news.map(replacement) }));
  }

  #next(): void {
    this.#timer = undefined;
    const waiting = total(this.#pictures);
    const picture = this.#pictures.shift();
    this.isRunning = picture !== undefined && (picture.ms > 0 || this.#pictures.length > 0);
    this.isRetelling = this.isRunning && picture?.isRetold === true;
    if (!picture) return;
    this.shown = picture.view;
    this.event = picture.event;
    this.options.onnews(picture.news, true);
    const tempo = this.options.tempo();
    const hurry = Math.min(1, Math.max(FASTEST, (this.#endsAt - Date.now()) / (waiting * tempo)));
    const ms = picture.ms * (picture.isRetold ? tempo || 1 : tempo * hurry);
    if (ms > 0) this.#timer = setTimeout(() => this.#next(), ms);
    else this.#next();
  }
}

/** Pictures of scenes: an event goes to the log with its picture, or with the next one if it has none. */
function picturesOf<V>(scenes: Scene<V>[], events: EventInfo[], after: V): Picture<V>[] {
  let told = 0;
  const pictures = scenes.map((scene) => {
    const { event } = scene;
    const place = events.findIndex(
      (each) => event && each.key === event.key && each.seat === event.seat && each.ply === event.ply,
    );
    const news = events.slice(told, place + 1);
    told = Math.max(told, place + 1);
    return { ...scene, news };
  });
  return [...pictures, { view: after, event: null, ms: 0, news: events.slice(told) }];
}

function total(pictures: Scene<unknown>[]): number {
  return pictures.reduce((sum, picture) => sum + picture.ms, 0);
}
