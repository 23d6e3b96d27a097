// The script for scheduled messages and reminders, and the dialogs of polls and task lists, loaded when first needed.

import { laterStyle } from "../../style/later-style.ts";
import { loadWords } from "../../words/language/choose-words.ts";

export { WidgetDialog } from "../compose/dialogs/widget-dialogs.tsx";
export { openReminder } from "./reminder-dialog.tsx";
export { Reminders } from "./reminders.tsx";
export { askSchedule } from "./schedule-dialog.tsx";
export { Scheduled, writeOn } from "./scheduled.tsx";

// Falls back to English if the translation can't be loaded.
await Promise.all([loadWords("later").catch(() => undefined), laterStyle()]);
