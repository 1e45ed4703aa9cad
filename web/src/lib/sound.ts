/** Three small sounds, made here and now: no files to load. Off until the player switches them on. */

import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

/** [frequency in Hz, start and length in s, loudness] of each tone. */
const SOUNDS = {
  build: [
    [196, 0, 0.09, 0.5],
    [131, 0.02, 0.14, 0.4],
  ],
  turn: [
    [659, 0, 0.16, 0.35],
    [880, 0.13, 0.3, 0.35],
  ],
  score: [
    [523, 0, 0.12, 0.3],
    [659, 0.1, 0.12, 0.3],
    [784, 0.2, 0.28, 0.3],
  ],
} satisfies Record<string, [number, number, number, number][]>;

export function play(sound: keyof typeof SOUNDS): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const [frequency, start, length, loud] of SOUNDS[sound]) {
      const tone = context.createOscillator(),
        gain = context.createGain(),
        from = context.currentTime + start!;
      tone.type = sound === "build" ? "triangle" : "sine";
      tone.frequency.value = frequency!;
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(loud! * 0.4, from + 0.01);
      gain.gain.exponentialRampToValueAtTime(0.001, from + length!);
      tone.connect(gain).connect(context.destination);
      tone.start(from);
      tone.stop(from + length! + 0.05);
    }
  } catch {
    /* a browser without sound */
  }
}
