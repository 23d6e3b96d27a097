import { expect, test } from "vitest";
import { firstUnread } from "../../../src/web/client/feeds/first-unread.ts";
import { sampleState, subscription } from "../support/sample-state.ts";

const topic = (stream_id: number, name: string, ids: readonly number[]) => ({
  ...{ stream_id, topic: name, unread_message_ids: [...ids] },
});

test("firstUnread finds the first unread message of a feed with several conversations without asking the server", () => {
  const unread_msgs = {
    count: 8,
    pms: [{ other_user_id: 3, sender_id: 3, unread_message_ids: [40] }],
    huddles: [{ user_ids_string: "3,4,6", unread_message_ids: [35] }],
    streams: [topic(1, "crane", [30, 31]), topic(2, "muted", [10, 20])],
    mentions: [20],
    old_unreads_missing: false,
  };
  const subscriptions = [
    subscription(1, "general"),
    subscription(2, "design", { is_muted: true, in_home_view: false }),
  ];
  const state = sampleState({ unread_msgs, subscriptions });
  // Muted messages are included if they mention the user.
  expect(firstUnread(state, { view: "combined" })).toBe(20);
  expect(firstUnread(state, { view: "directs" })).toBe(35);
  expect(firstUnread(state, { view: "channel", channel: 1 })).toBe(30);
  expect(firstUnread(state, { view: "starred" })).toBe(undefined);
  expect(firstUnread(sampleState(), { view: "combined" })).toBe("none");
});
