import { catalog } from "../../catalog.ts";
import { plural } from "../../format.ts";

const messages = (count: number) => plural(count, { one: "# message", other: "# messages" });

export const yourDataWords = catalog("yourData", {
  rows: {
    collect: "Download my data",
    allow_private_data_export: "Administrators may export my private data",
  },
  file: "A copy for you",
  fileHint:
    "One file with all messages that you have written, your profile, channels, drafts, reminders and snippets, and the list of your files: lines of JSON.",
  collecting: (count: number) => `${messages(count)} so far…`,
  done: (count: number) => `Downloaded, with ${messages(count)}.`,
  consent: "Exports of the organization",
  consentHint:
    "Private channels that you are in and your direct messages are then part of full exports that administrators make. What is public is part of each.",
});
