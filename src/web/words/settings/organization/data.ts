import { catalog } from "../../catalog.ts";

export const dataExportsWords = catalog("dataExports", {
  rows: { begin: "New export" },
  lead: "A file with your organization's data and uploads, which any later Parley can import. It contains no passwords or keys.",
  what: "Contents",
  kinds: { public: "Public data", standard: "Public data, plus private data of people who allow it" },
  publicHint: "Public channels, with their messages.",
  standardHint:
    "Also private channels and direct messages of people who allow it in their settings: {agreed, plural, one {1 person} other {# people}} of {all, number}.",
  start: "Start export",
  started: "Export started. You can keep working.",
  list: "Exports",
  none: "No exports yet. You can start up to five a week.",
  pending: "In progress…",
  failed: "Failed",
  deleted: "Deleted",
  remove: "Delete export",
  whole: "Full export",
  wholeText:
    "Only your server administrator can export everything, with all private channels and direct messages, by running this command on the server. People can keep working:",
  command: "Command",
  wholeHint:
    "With --secrets, the export includes password and key hashes, so people can log in elsewhere as they do here. If the server has several organizations, choose one with --organization.",
  removeAsk: "Delete this export?",
  removeText: "Its download link will stop working. Your organization's data isn't affected.",
  compliance: {
    title: "Compliance export",
    hint: "For a court or an investigation: messages that people sent or received, or that are in channels. Everyone can see that such exports are possible.",
    hold: "Hold",
    noHold: "No hold",
    holdHint:
      "Everything under the hold, including edited and deleted messages. You can narrow it down by people, channels and days.",
    people: "People",
    channels: "Channels",
    from: "From",
    until: "Until",
    reason: "Reason",
    begin: "Start compliance export",
    waiting: "Waiting for another owner",
    confirm: "Confirm export",
    list: "Compliance exports",
  },
});

export const messageRetentionWords = catalog("messageRetention", {
  rows: {
    message_retention_days: "Message retention",
    channels: "Channels with custom retention",
  },
  organization: "Default retention",
  organizationHint:
    "Applies to direct messages and to channels without custom retention. Older messages are permanently deleted, with their files.",
  forEver: "Forever",
  forDays: "{count, plural, one {# day} other {# days}}",
  otherwise: "Custom…",
  inherit: "Default ({count, plural, one {# day} other {# days}})",
  inheritForever: "Default (forever)",
  days: "Days",
  daysWrong: "Enter a whole number of 1 or more.",
  set: "Set",
  shorterTitle: "Delete messages older than {count, plural, one {# day} other {# days}}?",
  deletes:
    "{count, plural, one {1 message is older, and will be permanently deleted.} other {# messages are older, and will be permanently deleted.}}",
  deletesMore: "More than {count, number} messages are older, and will be permanently deleted.",
  deletesNothing: "No messages are that old yet.",
  held: "{count, plural, one {A hold keeps 1 of them out of sight.} other {Holds keep # of them out of sight.}}",
  laterOn: "After that, each message is deleted when it reaches that age.",
  whenDeleted: "Deletion starts in a day. Until then you can undo this.",
  shorten: "Delete older messages",
  channelsHint: "Each channel can keep its messages for a shorter or longer time.",
  allSame: "All channels use the organization's setting.",
  add: "Add channel…",
  change: "Message retention of #{channel}",
});
