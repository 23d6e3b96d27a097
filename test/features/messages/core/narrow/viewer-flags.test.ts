import { describe, expect, test } from "vitest";
import { flagsOf, flagView, type View } from "../../../../../src/features/messages/core/narrow/index.ts";
import { toChannelId, toConversationId, toUserId } from "../../../../../src/protocol/ids.ts";

const channel = { conversation: toConversationId(1), channel: toChannelId(5) };
const view: View = {
  viewer: toUserId(9),
  received: [
    { ...channel, first: 10, last: 20 },
    { ...channel, first: 30, last: null },
    { conversation: toConversationId(2), channel: null, first: 1, last: null },
  ],
  readable: [channel.conversation],
  read: { low: 35, lows: [], read: [40], unread: [12, 34] },
  visibility: { muted: [], unmuted: [], followed: [], mutedChannels: [] },
  mutedSenders: [toUserId(66)],
};
const flags = (row: Partial<Parameters<typeof flagsOf>[0]>) =>
  flagsOf(
    {
      id: 36,
      conversation_id: 1,
      sender_id: 3,
      channel_wildcard: 0,
      topic_wildcard_users: null,
      personal_flags: null,
      ...row,
    },
    flagView(view),
  );

describe("[2.14] flags", () => {
  test.each([
    ["above the id up to which all is read", { id: 36 }, []],
    ["listed as read", { id: 40 }, ["read"]],
    ["below that id", { id: 33 }, ["read"]],
    ["marked unread below that id", { id: 34 }, []],
    ["received in a subscription that has ended", { id: 15 }, ["read"]],
    ["received in an ended subscription, marked unread", { id: 12 }, []],
    ["never received", { id: 25 }, ["read", "historical"]],
    ["of another channel", { conversation_id: 77 }, ["read", "historical"]],
    ["of direct messages", { conversation_id: 2 }, []],
    ["from a muted sender", { sender_id: 66 }, ["read"]],
    [
      "with every bit but historical",
      { id: 40, personal_flags: 47 },
      ["read", "starred", "collapsed", "mentioned", "has_alert_word", "hide_link_previews"],
    ],
    ["never received, starred", { id: 25, personal_flags: 17 }, ["read", "starred", "historical"]],
    ["everybody mentioned", { channel_wildcard: 1 }, ["stream_wildcard_mentioned", "wildcard_mentioned"]],
    ["participants mentioned", { topic_wildcard_users: "[3,9]" }, ["topic_wildcard_mentioned", "wildcard_mentioned"]],
    ["other participants mentioned", { topic_wildcard_users: "[3,99]" }, []],
    ["everybody mentioned, never received", { id: 25, channel_wildcard: 1 }, ["read", "historical"]],
  ])("%s", (_, row, expected) => expect(flags(row)).toEqual(expected));
});
