// The script of bots' buttons and forms, loaded when the first is shown.

import { laterStyle } from "../../../style/later-style.ts";
import { loadWords } from "../../../words/language/choose-words.ts";

export { ButtonsView } from "./buttons-view.tsx";

// Without the translation, the English words are used.
await Promise.all([loadWords("buttons").catch(() => undefined), laterStyle()]);
