// The script that records and plays voice messages, loaded when first needed.

import { laterStyle } from "../../style/later-style.ts";
import { loadWords } from "../../words/language/choose-words.ts";

export { resumeSending } from "../../client/voice/send-recording.ts";
export { VoiceBar } from "./player/voice-bar.tsx";
export { showPlayer } from "./player/voice-player.tsx";
export { recordInLine, recordWhileHeld } from "./unsent/recording-line.tsx";
export { UnsentRecordings } from "./unsent/unsent-recordings.tsx";

// Falls back to English if the translation can't be loaded.
await Promise.all([loadWords("voice").catch(() => undefined), laterStyle()]);
