import { describe, expect, test } from "vitest";
import { VISIBILITY } from "../../../../src/web/model/channels/topics.ts";
import { conversationKey } from "../../../../src/web/model/routes/conversation.ts";
import type { Route } from "../../../../src/web/model/routes/place.ts";
import type { State } from "../../../../src/web/model/state.ts";
import { nextUnread, type UnreadKind } from "../../../../src/web/model/unread/next-unread.ts";
import { GUS, IRIS, MIA, MONA, NOAH, OMAR, sampleState, subscription } from "../../support/sample-state.ts";

const topic = (stream_id: number, topic: string, ...unread_message_ids: number[]) => ({
  stream_id,
  topic,
  unread_message_ids,
});
const preference = (stream_id: number, topic_name: string, visibility_policy: number) => ({
  ...{ stream_id, topic_name, visibility_policy },
  last_updated: 0,
});

/** In sidebar order: design, general, random, and the muted noise. */
const state = (more: Partial<State["unread_msgs"]> = {}): State =>
  sampleState({
    subscriptions: [
      subscription(1, "general"),
      subscription(2, "design"),
      subscription(3, "noise", { is_muted: true }),
      subscription(4, "random"),
    ],
    user_topics: [
      preference(2, "hushed", VISIBILITY.muted),
      preference(3, "followed in noise", VISIBILITY.followed),
      preference(4, "cats", VISIBILITY.followed),
    ],
    recent_private_conversations: [
      { user_ids: [OMAR], max_message_id: 60 },
      { user_ids: [MIA, MONA], max_message_id: 50 },
    ],
    unread_msgs: {
      ...{ count: 0, mentions: [], old_unreads_missing: false },
      streams: [
        topic(1, "hello", 10),
        topic(1, "lunch", 12),
        topic(2, "logo", 20),
        topic(2, "hushed", 21),
        topic(3, "loud", 30),
        topic(3, "followed in noise", 31),
        topic(4, "cats", 40),
      ],
      pms: [{ other_user_id: OMAR, sender_id: OMAR, unread_message_ids: [60] }],
      huddles: [{ user_ids_string: [MONA, NOAH, MIA].join(), unread_message_ids: [50] }],
      ...more,
    },
  });

const inbox: Route = { view: "inbox" };
const at = (channel: number, name: string): Route => ({ view: "topic", channel, topic: name });
const nothing = { streams: [], pms: [], huddles: [] };

describe("nextUnread", () => {
  test.each<[string, Route, UnreadKind, string | undefined]>([
    ["from anywhere to the first one in the sidebar", inbox, "topic", "2:logo"],
    ["to another one in the current channel", at(1, "lunch"), "topic", "1:hello"],
    [
      "to another one in the channel even if it is shown as a whole",
      { view: "topics", channel: 1 },
      "topic",
      "1:lunch",
    ],
    ["from the last one of a channel to the channels below", at(1, "hello"), "topic", "4:cats"],
    ["past muted ones", at(2, "logo"), "topic", "1:lunch"],
    ["to a followed topic in a muted channel", at(4, "cats"), "topic", "3:followed in noise"],
    ["from the end to the top", at(3, "followed in noise"), "topic", "2:logo"],
    ["to followed ones", inbox, "followed", "4:cats"],
    ["to the latest direct conversation", inbox, "direct", "@4"],
    ["from a direct conversation to the next", { view: "direct", users: [OMAR] }, "direct", "@5,7"],
    ["with any kind to topics first", inbox, "any", "2:logo"],
    ["with any kind from a direct conversation to a direct one", { view: "direct", users: [OMAR] }, "any", "@5,7"],
    ["with any kind from the list of direct conversations to a direct one", { view: "directs" }, "any", "@4"],
    ["with any kind from the last topic to direct conversations", at(3, "followed in noise"), "any", "@4"],
    [
      "with any kind from the last direct conversation to the first topic",
      { view: "direct", users: [MIA, MONA] },
      "any",
      "2:logo",
    ],
  ])("goes %s", (_, from, kind, key) => {
    const next = nextUnread(state(), from, kind);
    expect(next && conversationKey(next)).toBe(key);
  });

  test.each<[UnreadKind, readonly string[]]>([
    ["topic", ["2:logo", "1:lunch", "1:hello", "4:cats", "3:followed in noise"]],
    ["followed", ["4:cats", "3:followed in noise"]],
    ["direct", ["@4", "@5,7", "@3", "@8"]],
    ["any", ["2:logo", "1:lunch", "1:hello", "4:cats", "3:followed in noise", "@4", "@5,7", "@3", "@8"]],
  ])("visits all conversations that stay unread, and starts again (%s)", (kind, all) => {
    // Two of the direct ones are older than what the server lists.
    const older = [IRIS, GUS].map((id, at) => ({ other_user_id: id, sender_id: id, unread_message_ids: [2 + at] }));
    const some = state();
    some.unread_msgs.pms.push(...older);
    const seen: string[] = [];
    let place: Route = inbox;
    for (let step = 0; step <= all.length; step++) {
      const next = nextUnread(some, place, kind);
      if (next === undefined) break;
      seen.push(conversationKey(next));
      place = next.kind === "topic" ? { view: "topic", ...next } : { view: "direct", users: next.users };
    }
    expect(seen).toEqual([...all, all[0]]);
  });

  test.each<[number | undefined, string]>([
    [13, "1:lunch"],
    [11, "1:hello"],
    [9, "4:cats"],
    // If that is unknown, nothing in the channel is skipped.
    [undefined, "1:lunch"],
  ])("finds the position of a topic without unread messages by its latest message (%s)", (newest, key) => {
    const next = nextUnread(state(), at(1, "plans"), "topic", newest);
    expect(next && conversationKey(next)).toBe(key);
  });

  test("continues with direct messages only if any kind of conversation is requested", () => {
    expect(nextUnread(state({ streams: [] }), inbox, "any")).toEqual({ kind: "direct", users: [OMAR] });
    expect(nextUnread(state({ streams: [] }), inbox, "topic")).toBeUndefined();
  });

  test("returns nothing if the current conversation is the last", () => {
    expect(nextUnread(state({ ...nothing, streams: [topic(1, "hello", 10)] }), at(1, "Hello"), "any")).toBeUndefined();
    expect(nextUnread(state(nothing), inbox, "any")).toBeUndefined();
  });

  test("includes a mention in a muted topic", () => {
    const next = nextUnread(state({ streams: [topic(2, "hushed", 21)], mentions: [21] }), inbox, "topic");
    expect(next && conversationKey(next)).toBe("2:hushed");
  });
});
