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
    ["of a message above the ID up to which all are read", { id: 36 }, []],
    ["of a message that is listed as read", { id: 40 }, ["read"]],
    ["of a message below that ID", { id: 33 }, ["read"]],
    ["of a message marked as unread below that ID", { id: 34 }, []],
    ["of a message received in a subscription that has ended", { id: 15 }, ["read"]],
    ["of a message received in an ended subscription and marked as unread", { id: 12 }, []],
    ["of a message that the user never received", { id: 25 }, ["read", "historical"]],
    ["of a message in another channel", { conversation_id: 77 }, ["read", "historical"]],
    ["of a direct message", { conversation_id: 2 }, []],
    ["of a message from a muted sender", { sender_id: 66 }, ["read"]],
    [
      "with every bit set except historical",
      { id: 40, personal_flags: 47 },
      ["read", "starred", "collapsed", "mentioned", "has_alert_word", "hide_link_previews"],
    ],
    [
      "of a starred message that the user never received",
      { id: 25, personal_flags: 17 },
      ["read", "starred", "historical"],
    ],
    [
      "of a message that mentions everyone",
      { channel_wildcard: 1 },
      ["stream_wildcard_mentioned", "wildcard_mentioned"],
    ],
    [
      "of a message that mentions participants",
      { topic_wildcard_users: "[3,9]" },
      ["topic_wildcard_mentioned", "wildcard_mentioned"],
    ],
    ["of a message that mentions other participants", { topic_wildcard_users: "[3,99]" }, []],
    [
      "of a message that mentions everyone, which the user never received",
      { id: 25, channel_wildcard: 1 },
      ["read", "historical"],
    ],
  ])("%s", (_, row, expected) => expect(flags(row)).toEqual(expected));
});
