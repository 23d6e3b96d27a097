import { describe, expect, test } from "vitest";
import { apply } from "../../../../src/web/model/apply.ts";
import { VISIBILITY } from "../../../../src/web/model/channels/topics.ts";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import type { Message } from "../../../../src/web/model/message.ts";
import type { Route } from "../../../../src/web/model/routes/place.ts";
import type { State } from "../../../../src/web/model/state.ts";
import { nextUnread } from "../../../../src/web/model/unread/next-unread.ts";
import { inboxOf, recentDirects } from "../../../../src/web/model/unread/sidebar.ts";
import { isUnread, unreadInTopic, unreadOf } from "../../../../src/web/model/unread/unread-counts.ts";
import { countInTitle } from "../../../../src/web/views/notifications/page-title.ts";
import { direct, IRIS, MIA, message, NOAH, OMAR, sampleState, subscription } from "../../support/sample-state.ts";

const arrives = (state: State, one: Message, flags: string[] = []) =>
  apply(state, { type: "message", message: one, flags } as AnyEvent);
const tell = (state: State, event: object) => apply(state, event as AnyEvent);
const setTopic = (state: State, topic_name: string, visibility_policy: number) =>
  tell(state, { type: "user_topic", stream_id: 1, topic_name, last_updated: 1, visibility_policy });
const read = (state: State, messages: number[], all = false) =>
  tell(state, { type: "update_message_flags", op: "add", flag: "read", messages, all });

/** Unread messages, one line for each conversation. */
const shown = (state: State) =>
  [...unreadOf(state).conversations.values()].map(({ key, ids, mentions }) => `${key} ${ids.join()} @${mentions}`);

describe("unread messages", () => {
  test("are counted by conversation, by channel, and in total", () => {
    const state = sampleState();
    arrives(state, message(1));
    arrives(state, message(2, { subject: "Hello" }), ["mentioned"]);
    arrives(state, message(3, { stream_id: 2, subject: "" }));
    arrives(state, direct(4, [NOAH, IRIS]));
    arrives(state, direct(5, [MIA, NOAH, IRIS]));
    arrives(state, direct(6, [NOAH]));
    arrives(state, message(7), ["read"]);
    expect(shown(state)).toEqual(["1:hello 1,2 @1", "2: 3 @0", "@3 4 @0", "@3,7 5 @0", "@ 6 @0"]);
    expect(unreadOf(state)).toMatchObject({ directs: 3, mentions: 1, total: 6 });
    expect(unreadOf(state).channels.get(1)).toEqual({ count: 2, mentions: 1 });
    expect(unreadInTopic(state, 1, "HELLO")).toMatchObject({ ids: [1, 2], last: 2, count: 2 });
  });

  test("of a topic count together, regardless of how its letters are composed", () => {
    const state = sampleState();
    const [composed, decomposed] = ["Caf\u00e9", "cafe\u0301"];
    arrives(state, message(1, { subject: composed }));
    arrives(state, message(2, { subject: decomposed }));
    setTopic(state, composed, VISIBILITY.muted);
    expect(unreadInTopic(state, 1, decomposed)).toMatchObject({ ids: [1, 2], isHidden: true });
  });

  test("are limited to the newest, as in a registration", () => {
    const state = sampleState();
    const unread_message_ids = Array.from({ length: 50_000 }, (_, index) => index + 1);
    state.unread_msgs.streams.push({ stream_id: 1, topic: "hello", unread_message_ids });
    state.unread_msgs.mentions.push(1, 50_000);
    arrives(state, message(50_001));
    expect(unreadInTopic(state, 1, "hello")).toMatchObject({ last: 50_001, count: 45_001, mentions: 1 });
    expect(unreadInTopic(state, 1, "hello")?.ids[0]).toBe(5_001);
    expect([isUnread(state, 5_000), state.unread_msgs.old_unreads_missing]).toEqual([false, true]);
    read(state, [], true);
    expect(state.unread_msgs).toMatchObject({ mentions: [], old_unreads_missing: false });
  });

  test("exclude an old message marked as unread, and its mention, if there are too many", () => {
    const state = sampleState();
    const unread_message_ids = Array.from({ length: 50_000 }, (_, index) => index + 2);
    state.unread_msgs.streams.push({ stream_id: 1, topic: "hello", unread_message_ids });
    const message_details = { 1: { type: "stream", stream_id: 1, topic: "hello", mentioned: true } };
    tell(state, { type: "update_message_flags", op: "remove", flag: "read", messages: [1], message_details });
    expect([isUnread(state, 1), state.unread_msgs.mentions]).toEqual([false, []]);
  });

  test("for the user are direct ones and mentions, each counted once", () => {
    const state = sampleState();
    arrives(state, message(1));
    arrives(state, message(2), ["mentioned"]);
    arrives(state, direct(3, [NOAH, IRIS]), ["mentioned"]);
    arrives(state, direct(4, [NOAH, IRIS]));
    expect(unreadOf(state)).toMatchObject({ directs: 2, mentions: 2, mine: 3, total: 4 });
  });

  test("of an archived channel are in the inbox, after the other channels", () => {
    const state = sampleState({
      subscriptions: [subscription(1, "a", { is_archived: true }), subscription(2, "b")],
    });
    arrives(state, message(1));
    arrives(state, message(2, { stream_id: 2 }));
    expect(inboxOf(state).channels.map(({ channel }) => channel)).toEqual([2, 1]);
    const next = (view: Route) => nextUnread(state, view, "any");
    expect(next({ view: "inbox" })).toMatchObject({ channel: 2 });
    expect(next({ view: "topic", channel: 2, topic: "hello" })).toMatchObject({ channel: 1 });
  });

  test("spell the topic as its newest message does", () => {
    const state = sampleState();
    arrives(state, message(1));
    arrives(state, message(2, { subject: "HELLO" }), ["read"]);
    expect(unreadInTopic(state, 1, "hello")?.conversation).toEqual({ kind: "topic", channel: 1, topic: "HELLO" });
  });

  test("are marked as read one by one, and all at once", () => {
    const state = sampleState();
    for (const id of [1, 2, 3]) arrives(state, message(id), ["mentioned"]);
    expect(read(state, [2, 99])).toEqual(["unread"]);
    expect(shown(state)).toEqual(["1:hello 1,3 @2"]);
    expect(read(state, [2])).toEqual([]);
    read(state, [], true);
    expect(unreadOf(state)).toMatchObject({ total: 0, mentions: 0 });
    expect(isUnread(state, 1)).toBe(false);
  });

  test("are marked as unread again by an event", () => {
    const state = sampleState();
    arrives(state, message(5));
    const message_details = {
      "3": { type: "stream", stream_id: 1, topic: "hello", mentioned: true },
      "4": { type: "private", user_ids: [MIA, IRIS] },
      "6": { type: "private", user_ids: [] },
    };
    const flags = { type: "update_message_flags", op: "remove", flag: "read" };
    const unread = { ...flags, messages: [3, 4, 6], all: false, message_details };
    tell(state, unread);
    expect(shown(state)).toEqual(["1:hello 3,5 @1", "@3,7 4 @0", "@ 6 @0"]);
    tell(state, unread);
    expect(state.unread_msgs.mentions).toEqual([3]);
  });

  test("move with their messages", () => {
    const state = sampleState();
    for (const id of [1, 2, 3]) arrives(state, message(id), id === 2 ? ["mentioned"] : []);
    const move = { type: "update_message", message_id: 2, message_ids: [2, 3], flags: [], edit_timestamp: 9 };
    const to = { stream_id: 1, orig_subject: "hello", new_stream_id: 2, rendering_only: false };
    tell(state, { ...move, ...to });
    expect(shown(state)).toEqual(["1:hello 1 @0", "2:hello 2,3 @1"]);
  });

  test("are removed with deleted messages, and with hidden channels", () => {
    const state = sampleState();
    for (const id of [1, 2]) arrives(state, message(id));
    arrives(state, message(3, { stream_id: 2 }));
    tell(state, { type: "delete_message", message_type: "stream", message_ids: [1], stream_id: 1, topic: "hello" });
    tell(state, { type: "stream", op: "delete", stream_ids: [2], streams: [{ stream_id: 2 }] });
    expect(shown(state)).toEqual(["1:hello 2 @0"]);
  });
});

describe("unread messages of muted conversations", () => {
  const muted = () => sampleState({ subscriptions: [subscription(1, "general", { is_muted: true })] });
  test.each([
    ["are not counted in a muted topic", () => sampleState(), VISIBILITY.muted, true],
    ["are not counted in a topic of a muted channel", muted, VISIBILITY.inherited, true],
    ["are counted in an unmuted topic of a muted channel", muted, VISIBILITY.unmuted, false],
    ["are counted in a followed topic of a muted channel", muted, VISIBILITY.followed, false],
  ])("%s", (_, make, policy, isHidden) => {
    const state = make();
    setTopic(state, "hello", policy);
    arrives(state, message(1));
    expect(unreadInTopic(state, 1, "hello")?.isHidden).toBe(isHidden);
    expect(unreadOf(state).total).toBe(isHidden ? 0 : 1);
    expect(unreadOf(state).channels.get(1)).toMatchObject({ count: isHidden ? 0 : 1 });
  });

  test("count as mentions only by name, not by wildcard", () => {
    const state = muted();
    arrives(state, message(1), ["stream_wildcard_mentioned"]);
    arrives(state, message(2), ["mentioned"]);
    expect(unreadOf(state).mentions).toBe(1);
  });

  test("are not counted for muted users", () => {
    const state = sampleState({ muted_users: [{ id: OMAR, timestamp: 1 }] });
    arrives(state, direct(1, [NOAH, OMAR]));
    expect(unreadOf(state)).toMatchObject({ total: 0, directs: 0 });
  });
});

test.each([
  [1, 7],
  [2, 5],
  [3, 4],
  [4, 0],
])("the title's count follows desktop_icon_count_display %i", (desktop_icon_count_display, count) => {
  const settings = { ...sampleState().user_settings, desktop_icon_count_display } as State["user_settings"];
  const state = sampleState({ user_settings: settings });
  setTopic(state, "followed", VISIBILITY.followed);
  arrives(state, message(1));
  arrives(state, message(2, { subject: "other" }), ["mentioned"]);
  arrives(state, message(3, { subject: "followed" }));
  arrives(state, message(4, { subject: "followed" }), ["mentioned"]);
  arrives(state, message(5, { subject: "other" }));
  arrives(state, direct(6, [NOAH, MIA]), ["mentioned"]);
  arrives(state, direct(7, [NOAH, MIA]));
  expect(countInTitle(state)).toBe(count);
});

test("recentDirects puts the latest conversation first", () => {
  const state = sampleState({ recent_private_conversations: [{ user_ids: [MIA], max_message_id: 1 }] });
  arrives(state, direct(2, [NOAH, IRIS]), ["read"]);
  expect(recentDirects(state)).toEqual([[IRIS], [MIA]]);
  arrives(state, direct(3, [NOAH, MIA]), ["read"]);
  expect(recentDirects(state)).toEqual([[MIA], [IRIS]]);
  expect(state.max_message_id).toBe(3);
});
