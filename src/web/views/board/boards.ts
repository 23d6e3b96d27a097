// The script of channel boards, loaded when first needed.

import { laterStyle } from "../../style/later-style.ts";
import { loadWords } from "../../words/language/choose-words.ts";

export { BoardScreen } from "./board.tsx";
export { addPin, unpinTopic } from "./change-pins.ts";

// Falls back to English if the translation can't be loaded.
await Promise.all([loadWords("board").catch(() => undefined), laterStyle()]);
