import { describe, expect, test } from "vitest";
import type { Flag, Message } from "../../../../src/web/model/message.ts";
import { noticeOf } from "../../../../src/web/model/organization/notice.ts";
import type { State } from "../../../../src/web/model/state.ts";

const ME = 1;
const OTHER = 2;
const SETTINGS = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: false,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
};

interface Given {
  readonly settings?: Partial<typeof SETTINGS>;
  readonly channel?: Readonly<Record<string, unknown>>;
  /** `visibility_policy` of the topic. */
  readonly topic?: number;
  readonly mutedUser?: boolean;
}

const stateOf = ({ settings = {}, channel = {}, topic = 0, mutedUser = false }: Given): State =>
  ({
    user_id: ME,
    user_settings: { ...SETTINGS, ...settings },
    subscriptions: [
      {
        stream_id: 5,
        name: "general",
        is_muted: false,
        desktop_notifications: null,
        audible_notifications: null,
        wildcard_mentions_notify: null,
        ...channel,
      },
    ],
    user_topics: topic === 0 ? [] : [{ stream_id: 5, topic_name: "plans", last_updated: 0, visibility_policy: topic }],
    muted_users: mutedUser ? [{ id: OTHER, timestamp: 0 }] : [],
  }) as unknown as State;

const inTopic = (...flags: Flag[]) =>
  ({ type: "stream", stream_id: 5, subject: "plans", sender_id: OTHER, flags }) as unknown as Message;
const direct = (sender = OTHER, ...flags: Flag[]) =>
  ({ type: "private", display_recipient: [], sender_id: sender, flags }) as unknown as Message;

const both = { desktop: true, sound: true };
const none = { desktop: false, sound: false };

describe("noticeOf a new message", () => {
  test.for<[string, Message, Given, ReturnType<typeof noticeOf>]>([
    ["a direct message notifies", direct(), {}, both],
    ["the user's own message does not", direct(ME), {}, none],
    ["a read message does not", direct(OTHER, "read"), {}, none],
    ["a muted user's message does not", direct(), { mutedUser: true }, none],
    [
      "a direct message without sounds",
      direct(),
      { settings: { enable_sounds: false } },
      { desktop: true, sound: false },
    ],
    [
      "a direct message without desktop notifications",
      direct(),
      { settings: { enable_desktop_notifications: false } },
      { desktop: false, sound: true },
    ],
    ["a channel message does not", inTopic(), {}, none],
    ["a mention in a channel notifies", inTopic("mentioned"), {}, both],
    ["a mention in a muted topic notifies", inTopic("mentioned"), { topic: 1 }, both],
    ["an alert word notifies", inTopic("has_alert_word"), {}, both],
    ["a wildcard mention notifies", inTopic("stream_wildcard_mentioned"), {}, both],
    [
      "a wildcard mention in a muted channel does not",
      inTopic("stream_wildcard_mentioned"),
      { channel: { is_muted: true } },
      none,
    ],
    [
      "a wildcard mention does not if the channel's own setting is off",
      inTopic("topic_wildcard_mentioned"),
      { channel: { wildcard_mentions_notify: false } },
      none,
    ],
    [
      "the channel's own setting notifies",
      inTopic(),
      { channel: { desktop_notifications: true, audible_notifications: true } },
      both,
    ],
    [
      "the channel's own setting overrides the account's",
      inTopic(),
      { channel: { desktop_notifications: false }, settings: { enable_stream_desktop_notifications: true } },
      none,
    ],
    [
      "the account's setting for channels notifies",
      inTopic(),
      { settings: { enable_stream_audible_notifications: true } },
      { desktop: false, sound: true },
    ],
    ["a followed topic notifies", inTopic(), { topic: 3 }, { desktop: true, sound: false }],
    ["a muted topic does not", inTopic(), { topic: 1, channel: { desktop_notifications: true } }, none],
  ])("%s", ([, message, given, notice]) => {
    expect(noticeOf(stateOf(given), message)).toEqual(notice);
  });
});
