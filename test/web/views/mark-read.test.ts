import { expect, test } from "vitest";
import type { Client, Toast } from "../../../src/web/client/client.ts";
import { LiveState } from "../../../src/web/client/live-state.ts";
import type { PendingChange } from "../../../src/web/client/sending/flag-act.ts";
import { unreadEvent } from "../../../src/web/client/sending/optimistic-events.ts";
import type { AnyEvent } from "../../../src/web/model/event.ts";
import { unreadOf } from "../../../src/web/model/unread/unread-counts.ts";
import { heldFrom } from "../../../src/web/views/mark-as-read/hold-reading.ts";
import { markAllRead } from "../../../src/web/views/mark-as-read/mark-read.ts";
import { markUnreadFrom } from "../../../src/web/views/mark-as-read/mark-unread-from.ts";
import { MIA, MONA, message, OMAR, sampleState, subscription } from "../support/sample-state.ts";

test("marking messages as read can be undone before the server knows", () => {
  const live = new LiveState(
    sampleState({
      subscriptions: [subscription(1, "general")],
      unread_msgs: {
        ...{ count: 0, mentions: [11], old_unreads_missing: false },
        streams: [{ stream_id: 1, topic: "lunch", unread_message_ids: [10, 11] }],
        pms: [{ other_user_id: OMAR, sender_id: OMAR, unread_message_ids: [60] }],
        huddles: [{ user_ids_string: [MONA, MIA, sampleState({}).user_id].sort().join(), unread_message_ids: [50] }],
      },
    }),
  );
  const toasts: Toast[] = [];
  const client = {
    watch: () => live.now,
    acts: { act: ({ shows }: PendingChange) => live.applyEvents(shows) },
    toast: (toast: Toast) => toasts.push(toast),
  } as unknown as Client;
  const counts = () => {
    const { conversations, mentions, total } = unreadOf(live.now);
    return { all: [...conversations].map(([key, { ids }]) => [key, ids]).sort(), mentions, total };
  };
  const before = counts();
  expect(before.total).toBe(4);
  markAllRead(client);
  expect(counts()).toEqual({ all: [], mentions: 0, total: 0 });
  toasts[0]?.action?.run();
  expect(counts()).toEqual(before);
});

const PLACE = { view: "topic", channel: 1, topic: "hello" } as const;

/** A client with the topic `hello`, of which it knows the messages 1 and 2, and `unread` as unread. */
function inTopic(unread: readonly number[], mark: (live: LiveState) => unknown) {
  const unread_msgs = {
    ...{ count: 0, mentions: [], old_unreads_missing: false, pms: [], huddles: [] },
    streams: unread.length > 0 ? [{ stream_id: 1, topic: "hello", unread_message_ids: [...unread] }] : [],
  };
  const live = new LiveState(
    sampleState({ subscriptions: [subscription(1, "general")], max_message_id: 9, unread_msgs }),
  );
  const toasts: Toast[] = [];
  const messages = [1, 2].map((id) => message(id, { flags: ["read"] }));
  const client = {
    watch: () => live.now,
    feed: () => ({ messages: { peek: () => messages } }),
    assume: (event: AnyEvent) => live.applyEvents([event]),
    acts: {
      act: async ({ shows }: PendingChange) => live.applyEvents(shows),
      actNow: async () => mark(live),
    },
    toast: (toast: Toast) => toasts.push(toast),
  } as unknown as Client;
  return { client, toasts, unread: () => unreadOf(live.now).conversations.get("1:hello")?.ids };
}

test("undoing a mark as unread keeps messages unread that were unread before or arrived later", async () => {
  const { client, toasts, unread } = inTopic([7], (live) => {
    const to = { kind: "topic", channel: 1, topic: "hello" } as const;
    live.applyEvents([unreadEvent([2, 5, 8].map((id) => ({ id, to, isMentioned: false })))]);
    return { updated_count: 3, last_processed_id: 8, found_newest: true };
  });
  await markUnreadFrom(client, message(2), PLACE);
  expect([unread(), heldFrom.value]).toEqual([[2, 5, 7, 8], 2]);
  client.assume({ type: "message", message: message(10), flags: [] });
  toasts[0]?.action?.run();
  expect(unread()).toEqual([7, 10]);
  // From now on, messages that are seen count as read again.
  expect(heldFrom.value).toBeUndefined();
});

test("marking as unread keeps the pages already marked when a later page fails", async () => {
  let pages = 0;
  const { client, unread } = inTopic([], () => {
    pages += 1;
    if (pages > 1) throw new Error("too much");
    return { updated_count: 1, last_processed_id: 2, found_newest: false };
  });
  await markUnreadFrom(client, message(2), PLACE);
  expect([unread(), heldFrom.value]).toEqual([[2], 2]);
});

test("messages in view count as read again if marking messages as unread has failed", async () => {
  const { client, unread } = inTopic([], () => {
    throw new Error("no network");
  });
  await markUnreadFrom(client, message(2), PLACE);
  expect([unread(), heldFrom.value]).toEqual([undefined, undefined]);
});
