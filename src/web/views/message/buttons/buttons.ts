// The script for bots' buttons and forms, loaded when the first is shown.

import { laterStyle } from "../../../style/later-style.ts";
import { loadWords } from "../../../words/language/choose-words.ts";

export { ButtonsView } from "./buttons-view.tsx";

// Falls back to English if the translation can't be loaded.
await Promise.all([loadWords("buttons").catch(() => undefined), laterStyle()]);
