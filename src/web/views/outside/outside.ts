// The script about people outside, loaded when first needed: by those who invite them, and by themselves.

import { laterStyle } from "../../style/later-style.ts";
import { loadWords } from "../../words/language/choose-words.ts";

export { announceDevices } from "./device-requests.tsx";
export { openInviteOutside } from "./invite-dialog.tsx";
export { OutsideBar, startOutside } from "./outside-bar.tsx";
export { OutsideMark } from "./outside-mark.tsx";

// Without the translation, the English words are used.
await Promise.all([loadWords("outside").catch(() => undefined), laterStyle()]);
