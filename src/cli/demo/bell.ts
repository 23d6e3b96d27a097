import { MAX_VOICE_PEAK, VOICE_PEAKS } from "../../protocol/voice/voice-limits.ts";

const RATE = 16_000;
const SECONDS = 2.4;
/** Start, in seconds, and loudness of the two strikes. */
const STRIKES = [
  [0.05, 0.55],
  [0.35, 0.42],
] as const;
/** Partial tones of a small bell: frequency in hertz, loudness, and seconds to fade to a third. */
const PARTIALS = [
  [2093, 1, 0.55],
  [4210, 0.5, 0.35],
  [5640, 0.35, 0.22],
  [7100, 0.2, 0.12],
] as const;

function samples(): number[] {
  return Array.from({ length: RATE * SECONDS }, (_, index) => {
    const now = index / RATE;
    let sum = 0;
    for (const [start, loudness] of STRIKES) {
      const since = now - start;
      if (since < 0) continue;
      for (const [frequency, share, fade] of PARTIALS)
        sum += loudness * share * Math.exp(-since / fade) * Math.sin(2 * Math.PI * frequency * since);
    }
    return Math.max(-1, Math.min(1, sum / 2));
  });
}

/** Returns the sound of a bicycle bell as a voice message: a WAV file, its waveform's peaks, and its duration. */
export function bell(): { wav: Uint8Array<ArrayBuffer>; peaks: number[]; durationMs: number } {
  const sound = samples();
  const bytes = Buffer.alloc(44 + sound.length * 2);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(36 + sound.length * 2, 4);
  bytes.write("WAVEfmt ", 8, "latin1");
  bytes.writeUInt32LE(16, 16);
  // Mono PCM.
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36, "latin1");
  bytes.writeUInt32LE(sound.length * 2, 40);
  for (const [index, value] of sound.entries()) bytes.writeInt16LE(Math.round(value * 32_000), 44 + index * 2);
  const part = Math.ceil(sound.length / VOICE_PEAKS);
  const peaks = Array.from({ length: VOICE_PEAKS }, (_, at) =>
    Math.round(MAX_VOICE_PEAK * Math.max(...sound.slice(at * part, (at + 1) * part).map(Math.abs))),
  );
  return { wav: new Uint8Array(bytes), peaks, durationMs: SECONDS * 1000 };
}
