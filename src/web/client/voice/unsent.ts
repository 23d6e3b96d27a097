import { signal } from "@preact/signals";

export const VOICE_DATABASE = "parley-voice";

/** Storage key that marks unsent recordings, so that other visits don't have to look for them. */
export const UNSENT_STORED = "parley.voice.unsent";

/** True if there are unsent recordings, or one is being made. */
export const hasUnsent = signal(localStorage.getItem(UNSENT_STORED) !== null);
