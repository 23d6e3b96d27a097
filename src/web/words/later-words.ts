import { drafts, reminders, scheduled } from "./en/later.ts";
import { laterWords } from "./words.ts";

/** What the list of drafts says. */
export const draftsWords = () => laterWords("drafts", drafts);
/** What the list of scheduled messages says. */
export const scheduledWords = () => laterWords("scheduled", scheduled);
/** What the list of reminders says. */
export const remindersWords = () => laterWords("reminders", reminders);
