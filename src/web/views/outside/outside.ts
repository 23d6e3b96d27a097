// The script for creating, showing and managing outside links, and for people who joined through one. Loaded when first
// needed.

import { laterStyle } from "../../style/later-style.ts";
import { loadWords } from "../../words/language/choose-words.ts";

export { announceDevices } from "./device-requests.tsx";
export { openInviteOutside } from "./invite-dialog.tsx";
export { OutsideBar, startOutside } from "./outside-bar.tsx";
export { OutsideMark } from "./outside-mark.tsx";

// Falls back to English if the translation can't be loaded.
await Promise.all([loadWords("outside").catch(() => undefined), laterStyle()]);
