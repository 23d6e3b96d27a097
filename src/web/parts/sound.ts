/** A tone: its frequency in hertz, its start in seconds, and the seconds that it takes to fade. */
type Tone = readonly [frequency: number, at: number, fade: number];

/** The tones of each sound. They are generated when a sound is played, so that no file has to be loaded. */
const SOUNDS: Readonly<Record<string, readonly Tone[]>> = {
  parley: [
    [659.3, 0, 0.35],
    [987.8, 0.09, 0.5],
  ],
  zulip: [
    [784, 0, 0.3],
    [1174.7, 0.1, 0.45],
  ],
  ding: [[1046.5, 0, 0.7]],
};
const VOLUME = 0.12;

let audio: AudioContext | undefined;

/** Plays a sound. The browser stays silent until someone has pressed or typed on the page. */
export function playSound(name: string): void {
  const tones = SOUNDS[name] ?? SOUNDS["parley"];
  if (name === "none" || tones === undefined) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [frequency, at, fade] of tones) {
    const start = audio.currentTime + at;
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + fade);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + fade);
  }
}
