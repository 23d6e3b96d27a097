import * as v from "valibot";
import { MAX_TRANSCRIPT_LENGTH, MAX_VOICE_MESSAGE_SECONDS, MAX_VOICE_PEAK, VOICE_PEAKS } from "./voice-limits.ts";

/** Recorders stop a little after the limit. */
const SLACK_SECONDS = 10;

const intUpTo = (most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(most));

export const voiceDuration = intUpTo((MAX_VOICE_MESSAGE_SECONDS + SLACK_SECONDS) * 1000);
/** Loudness over time. */
export const voicePeaks = v.pipe(v.array(intUpTo(MAX_VOICE_PEAK)), v.minLength(VOICE_PEAKS), v.maxLength(VOICE_PEAKS));
export const voiceTranscript = v.pipe(
  v.string(),
  v.maxCodePoints(MAX_TRANSCRIPT_LENGTH),
  v.check((value) => !value.includes("\0"), "it has a NUL"),
);
