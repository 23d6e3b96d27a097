import { catalog } from "./catalog.ts";
import { listed, plural } from "./format.ts";

export const draftsWords = catalog("drafts", {
  none: "No drafts",
  noneText: "What you write is kept here until you send it.",
  nobody: "To nobody yet",
  nowhere: "No channel yet",
  resume: "Continue writing",
  deleted: "Draft deleted",
  deleteAll: "Delete all drafts",
  deleteAllText: "This cannot be undone.",
  logOutTitle: "Log out, and lose what you have written?",
  logOutText: (messages: number, drafts: number) =>
    `Only this device has ${listed([
      ...(messages > 0
        ? [plural(messages, { one: "# message that is not sent yet", other: "# messages that are not sent yet" })]
        : []),
      ...(drafts > 0 ? [plural(drafts, { one: "# draft", other: "# drafts" })] : []),
    ])}. Logging out deletes that for good.`,
  logOutAnyway: "Delete and log out",
});

export const scheduledWords = catalog("scheduled", {
  none: "Nothing is scheduled",
  noneText: "Write a message, and choose beside “Send” when it shall be sent.",
  change: "Change the time",
  sendNow: "Send now",
  deleted: "Scheduled message deleted",
  failed: "It could not be sent at its time. Choose another one, or send it now.",
});

export const remindersWords = catalog("reminders", {
  none: "No reminders",
  noneText: "Open the menu of a message to be reminded of it later.",
  goTo: "Go to the message",
  deleteTitle: "Delete this reminder?",
  failed: "It could not be sent at its time.",
});
