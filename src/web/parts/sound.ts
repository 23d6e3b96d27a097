/** A tone: frequency in hertz, start in seconds, and fade duration in seconds. */
type Tone = readonly [frequency: number, at: number, fade: number];

/** The tones of each sound. They are synthesized when played, so that no file has to be loaded. */
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
  "call-ring": [
    [587.3, 0, 0.5],
    [784, 0.18, 0.5],
    [587.3, 0.7, 0.5],
    [784, 0.88, 0.6],
  ],
  "call-ringing": [[440, 0, 1.2]],
  "call-join": [
    [523.3, 0, 0.2],
    [784, 0.1, 0.3],
  ],
  "call-leave": [
    [784, 0, 0.2],
    [523.3, 0.1, 0.3],
  ],
  "call-hand": [
    [659.3, 0, 0.2],
    [880, 0.08, 0.3],
  ],
  "call-mute": [[392, 0, 0.15]],
  "call-unmute": [[587.3, 0, 0.15]],
};
const VOLUME = 0.12;

let audio: AudioContext | undefined;

/** Sounds delayed longer than this aren't played. */
const MAX_WAIT_MS = 1000;

/** Plays a sound. Browsers stay silent until the user has clicked or typed on the page. */
export function playSound(name: string): void {
  const tones = SOUNDS[name] ?? SOUNDS["parley"];
  if (name === "none" || tones === undefined) return;
  audio ??= new AudioContext();
  const [context, asked] = [audio, Date.now()];
  // Without the limit, the first click would play all delayed sounds at once, such as every tone of a ringing call.
  void context.resume().then(() => {
    if (Date.now() - asked < MAX_WAIT_MS) play(context, tones);
  });
}

function play(context: AudioContext, tones: readonly Tone[]): void {
  for (const [frequency, at, fade] of tones) {
    const start = context.currentTime + at;
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + fade);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + fade);
  }
}
