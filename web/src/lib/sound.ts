import { settings } from './settings.svelte';

/** A short sound: partial tones with their share, a decay, and noise. Everything is under 400 ms. */
interface Voice {
  tones?: [hertz: number, share: number][];
  noise?: number; // Share of filtered noise.
  pitch?: number; // Middle of the noise's band, in hertz.
  ms: number;
}

const VOICES = {
  shift: { noise: 0.5, pitch: 900, tones: [[190, 0.4]], ms: 120 }, // Tile on wood.
  line: {
    tones: [
      [1046, 0.5],
      [1568, 0.3],
      [2637, 0.15],
    ],
    ms: 380,
  }, // Small brass bells.
  draw: { noise: 0.35, pitch: 3200, ms: 110 }, // Paper.
  turn: {
    tones: [
      [220, 0.6],
      [440, 0.25],
      [663, 0.12],
    ],
    ms: 390,
  }, // One pluck of an oud.
  bead: {
    tones: [
      [2093, 0.4],
      [3136, 0.2],
    ],
    ms: 140,
  }, // Glass.
  trick: { noise: 0.3, pitch: 220, tones: [[98, 0.6]], ms: 170 }, // Felt.
  trump: {
    tones: [
      [523, 0.5],
      [784, 0.3],
      [1046, 0.15],
    ],
    ms: 390,
  }, // A warm chime.
  fog: { noise: 0.4, pitch: 480, ms: 380 }, // Breath.
  wind: { noise: 0.5, pitch: 1500, ms: 320 },
  stones: { noise: 0.7, pitch: 130, tones: [[61, 0.5]], ms: 390 },
} satisfies Record<string, Voice>;

export type Sound = keyof typeof VOICES;

let context: AudioContext | null = null;

/** Make sounds possible on a screen while it is mounted; browsers allow none before the first tap or key. */
export function allowSounds(): () => void {
  if ('userActivation' in navigator && navigator.userActivation.hasBeenActive) start();
  addEventListener('pointerdown', start);
  addEventListener('keydown', start);
  return () => {
    removeEventListener('pointerdown', start);
    removeEventListener('keydown', start);
    void context?.suspend(); // A running context costs power even when it is silent.
  };
}

function start(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

/** Play a sound; `step` makes it higher, for several in a row. */
export function play(sound: Sound | null, step = 0): void {
  if (!sound || !settings.sound || !context || context.state !== 'running') return;
  const voice: Voice = VOICES[sound];
  const start = context.currentTime;
  const end = start + voice.ms / 1000;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.16, start);
  volume.gain.exponentialRampToValueAtTime(0.0005, end);
  volume.connect(context.destination);
  for (const [hertz, share] of voice.tones ?? []) {
    const tone = context.createOscillator();
    const part = context.createGain();
    tone.frequency.value = hertz * 2 ** (step / 6);
    part.gain.value = share;
    tone.connect(part).connect(volume);
    tone.start(start);
    tone.stop(end);
  }
  if (voice.noise) noise(context, voice, start, end, volume);
}

function noise(audio: AudioContext, voice: Voice, start: number, end: number, volume: GainNode): void {
  const buffer = audio.createBuffer(1, Math.ceil((audio.sampleRate * voice.ms) / 1000), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  const part = audio.createGain();
  source.buffer = buffer;
  band.type = 'bandpass';
  band.frequency.value = voice.pitch ?? 800;
  part.gain.value = voice.noise ?? 0;
  source.connect(band).connect(part).connect(volume);
  source.start(start);
  source.stop(end);
}
