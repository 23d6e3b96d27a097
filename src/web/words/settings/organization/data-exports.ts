import { catalog } from "../../catalog.ts";
import { number, plural } from "../../format.ts";

export const dataExportsWords = catalog("dataExports", {
  rows: { begin: "New export" },
  lead: "One file with what the organization has, and its uploaded files, which every later Parley can import. It has no passwords and no keys.",
  what: "What it contains",
  kinds: { public: "What is public", standard: "With private data of those who agree" },
  publicHint: "Channels that everybody may read, and what is written there.",
  standardHint: (agreed: number, all: number) =>
    `Also private channels and direct messages of those who agree to it in their settings: ${plural(agreed, { one: "1 person", other: "# people" })} of ${number(all)}.`,
  start: "Start the export",
  started: "The export has begun. You can go on meanwhile.",
  list: "Exports",
  none: "There is none yet. An organization may make five a week.",
  pending: "Being written…",
  failed: "Failed",
  deleted: "Deleted",
  download: "Download",
  remove: "Delete the export",
  whole: "Everything",
  wholeText:
    "An export of everything, with all private channels and direct messages, is for whoever runs the server. On its machine this command writes it while people talk on:",
  command: "Command",
  wholeHint:
    "With --secrets it also has hashes of passwords and keys, so that people log in elsewhere as they do here. Where the server has several organizations, --organization says which.",
  removeAsk: "Delete this export?",
  removeText: "Its link leads nowhere then. What the organization has stays as it is.",
});
