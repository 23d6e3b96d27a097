import { catalog } from "../../catalog.ts";

export const moderationWords = catalog("moderation", {
  rows: { moderation_request_channel_id: "Channel for reports" },
  reports: "Reports",
  lead: "Everybody can report a message from its menu. The report, with the message and the reason, goes to a channel.",
  channelHint: "A private channel of those who moderate.",
  noChannel: "No channel",
  off: "Nobody can report messages until there is a channel for it.",
  reported: "What was reported",
  reportedHint: "Reports about one person stand in one topic. Resolve it when that is done.",
  none: "Nothing was reported yet.",
});
