import { expect, test } from "vitest";
import type { Client, Toast } from "../../../src/web/client/client.ts";
import { LiveState } from "../../../src/web/client/live-state.ts";
import type { PendingChange } from "../../../src/web/client/sending/flag-act.ts";
import { unreadOf } from "../../../src/web/model/unread/unread-counts.ts";
import { markAllRead } from "../../../src/web/views/mark-as-read/mark-read.ts";
import { MIA, MONA, OMAR, sampleState, subscription } from "../support/sample-state.ts";

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
