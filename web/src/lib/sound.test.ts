import { expect, test, vi } from 'vitest';

import { settings } from './settings.svelte';
import { allowSounds, play } from './sound';

class Audio {
  static all: Audio[] = [];
  state = 'running';
  currentTime = 0;
  destination = {};
  started = 0;

  constructor() {
    Audio.all.push(this);
  }
  async resume() {
    this.state = 'running';
  }
  async suspend() {
    this.state = 'suspended';
  }
  createGain() {
    const gain = { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0, value: 1 };
    return { gain, connect: (to: unknown) => to };
  }
  createOscillator() {
    const start = () => (this.started += 1);
    return { frequency: { value: 0 }, connect: (to: unknown) => to, start, stop: () => 0 };
  }
}

test('a screen makes sounds from the first tap on, and is silent after it has been left', () => {
  vi.stubGlobal('AudioContext', Audio);
  const tap = () => dispatchEvent(new Event('pointerdown'));
  tap();
  expect(Audio.all).toEqual([]);

  const leave = allowSounds();
  play('turn');
  expect(Audio.all).toEqual([]); // Browsers allow none yet.
  settings.set({ sound: false });
  tap();
  expect(Audio.all).toEqual([]); // Nobody wants one.
  settings.set({ sound: true });
  tap();
  const [audio] = Audio.all;
  play('turn');
  expect(audio?.started).toBe(3);

  leave();
  expect(audio?.state).toBe('suspended');
  tap();
  play('turn');
  expect(audio?.started).toBe(3);

  const leaveAgain = allowSounds();
  tap();
  play('turn');
  expect(audio?.started).toBe(6);
  expect(Audio.all.length).toBe(1);
  leaveAgain();
});
