import { catalog } from "../../catalog.ts";
import { number, plural } from "../../format.ts";

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
