/** Limits of voice messages. The web client imports these values, so that nothing may be imported here. */
export const MAX_VOICE_MESSAGE_SECONDS = 300;
/** The number of bars of a waveform, and the greatest height of one. */
export const VOICE_PEAKS = 64;
export const MAX_VOICE_PEAK = 31;
export const MAX_TRANSCRIPT_LENGTH = 10_000;
/** The bytes of the largest sound that is transcribed: five minutes, at twice the rate at which browsers record. */
export const MAX_TRANSCRIBED_BYTES = 10_000_000;
/** The number of voice messages that are asked for at once. */
export const MAX_VOICE_PATHS = 100;
