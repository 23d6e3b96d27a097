// The script with all that records and plays voice messages, which is loaded when it is first needed.

import { laterStyle } from "../../style/later-style.ts";
import { loadWords } from "../../words/language/choose-words.ts";

export { resumeSending } from "../../client/voice/send-recording.ts";
export { recordWhileHeld } from "./kept/hold.tsx";
export { UnsentRecordings } from "./kept/unsent-recordings.tsx";
export { VoiceBar } from "./player/voice-bar.tsx";
export { showPlayer } from "./player/voice-player.tsx";
export { openVoiceDialog } from "./voice-dialog.tsx";

// Without its translation it speaks English.
await Promise.all([loadWords("voice").catch(() => undefined), laterStyle()]);
