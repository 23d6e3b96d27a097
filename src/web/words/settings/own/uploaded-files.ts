import { catalog } from "../../catalog.ts";
import { plural } from "../../format.ts";

export const uploadedFilesWords = catalog("uploadedFiles", {
  rows: { search: "Search files", order: "Order" },
  none: "No files",
  noneText: "What you attach to messages stands here, with the messages that it is in.",
  nothingFound: "No file is called that.",
  sum: (count: number, size: string) => `${plural(count, { one: "# file", other: "# files" })}, ${size} together`,
  space: "Space for files of the organization",
  ofQuota: (used: string, quota: string) => `All files of the organization take ${used} of ${quota}.`,
  orders: {
    newest: "Newest first",
    oldest: "Oldest first",
    largest: "Largest first",
    smallest: "Smallest first",
    name: "By name",
  },
  inNone: "in no message",
  inMessages: (count: number) => plural(count, { one: "in 1 message", other: "in # messages" }),
  remove: (name: string) => `Delete ${name}`,
  removeAsk: (name: string) => `Delete ${name}?`,
  removeText: (count: number) =>
    count === 0
      ? "Nothing brings it back."
      : plural(count, {
          one: "The link in the message that it is in leads nowhere then. Nothing brings it back.",
          other: "The links in the # messages that it is in lead nowhere then. Nothing brings it back.",
        }),
  removed: (name: string) => `${name} is deleted`,
});
