// The parts of this feature that others can use.
export { rewriteReminders } from "./reminders.ts";
