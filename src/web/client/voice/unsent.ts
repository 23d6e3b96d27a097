import { signal } from "@preact/signals";

/** The database of recordings. */
export const VOICE_DATABASE = "parley-voice";

/** Says in the browser's storage that it has recordings that were not sent, so that no other visit has to look for them. */
export const UNSENT_STORED = "parley.voice.unsent";

/** Whether there are recordings that were not sent, or one is being made with a held button. */
export const hasUnsent = signal(localStorage.getItem(UNSENT_STORED) !== null);
