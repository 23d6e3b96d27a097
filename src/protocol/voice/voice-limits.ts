/** Limits of voice messages. The web client imports this file, so it must not import anything. */
export const MAX_VOICE_MESSAGE_SECONDS = 300;
/** Number of waveform bars, and the maximum height of one. */
export const VOICE_PEAKS = 64;
export const MAX_VOICE_PEAK = 31;
export const MAX_TRANSCRIPT_LENGTH = 10_000;
/** Maximum size of audio to transcribe: five minutes at twice the bitrate of browser recordings. */
export const MAX_TRANSCRIBED_BYTES = 10_000_000;
export const MAX_VOICE_PATHS = 100;
