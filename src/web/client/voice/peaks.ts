import { MAX_VOICE_PEAK, VOICE_PEAKS } from "../../../protocol/voice/voice-limits.ts";

/** Volume below which a microphone counts as silent, where 1 is the maximum. */
export const SILENCE = 0.002;

/** Waveform bars: the peak of each part, relative to the overall peak. */
export function peaksOf(levels: ArrayLike<number>): number[] {
  const bars = Array.from({ length: VOICE_PEAKS }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / VOICE_PEAKS);
    const until = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / VOICE_PEAKS));
    let loudest = 0;
    for (let at = from; at < until; at++) loudest = Math.max(loudest, Math.abs(levels[at] ?? 0));
    return loudest;
  });
  const most = Math.max(SILENCE, ...bars);
  return bars.map((bar) => Math.round((bar / most) * MAX_VOICE_PEAK));
}
