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

const days = (count: number) => plural(count, { one: "# day", other: "# days" });

export const messageRetentionWords = catalog("messageRetention", {
  rows: {
    message_retention_days: "Messages are kept",
    channels: "Channels that keep messages otherwise",
  },
  organization: "In the whole organization",
  organizationHint:
    "Direct messages, and all channels that have nothing else of their own. What is older is deleted for good, with its files.",
  forEver: "For ever",
  forDays: days,
  otherwise: "Another number of days …",
  inherit: (count: number | undefined) =>
    count === undefined
      ? "As long as in the organization (for ever)"
      : `As long as in the organization (${days(count)})`,
  days: "Days",
  daysWrong: "A whole number of days, 1 at least.",
  set: "Set",
  shorterTitle: (count: number) => `Delete what is older than ${days(count)}?`,
  deletes: (count: number, isComplete: boolean) =>
    isComplete
      ? plural(count, {
          one: "One message is older by now, and is deleted for good.",
          other: "# messages are older by now, and are deleted for good.",
        })
      : `More than ${number(count)} messages are older by now, and are deleted for good.`,
  deletesNothing: "No message is that old yet.",
  laterOn: "From then on, each message goes when it is that old.",
  whenDeleted: "It begins in a day: until then you can take it back.",
  shorten: "Delete older messages",
  channelsHint: "Each channel may keep its messages shorter or longer.",
  allSame: "All channels keep messages as long as the organization.",
  add: "Another channel …",
  change: (channel: string) => `How long #${channel} keeps messages`,
});
