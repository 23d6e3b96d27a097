// What other features may use of this one.
export { TIMER as REMINDER_TIMER } from "./reminders.ts";
