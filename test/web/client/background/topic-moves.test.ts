import { describe, expect, test } from "vitest";
import { TopicMoves } from "../../../../src/web/client/history.ts";
import { reschedule } from "../../../../src/web/client/sending/reschedule.ts";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import type { Route } from "../../../../src/web/model/routes/place.ts";
import type { ScheduledMessage } from "../../../../src/web/model/state.ts";
import type { Api, Fields } from "../../../../src/web/wire/api.ts";
import { sampleState } from "../../support/sample-state.ts";

const place = (channel: number, topic: string): Route => ({ view: "topic", channel, topic });

/** An event that renamed messages of a topic or moved them to another channel. */
const move = (orig_subject: string, rest: object): AnyEvent =>
  ({ type: "update_message", propagate_mode: "change_all", stream_id: 1, orig_subject, ...rest }) as AnyEvent;
const message = (stream_id: number, subject: string) =>
  ({ type: "message", message: { type: "stream", stream_id, subject } }) as AnyEvent;

describe("the address of a topic", () => {
  test("leads to its new place, even after several moves", () => {
    const moves = new TopicMoves();
    moves.follow(move("crane", { subject: "✔ crane" }));
    moves.follow(move("✔ Crane", { new_stream_id: 2 }));
    expect(moves.now({ view: "topic", channel: 1, topic: "Crane", near: 7 })).toEqual({
      ...place(2, "✔ Crane"),
      near: 7,
    });
    expect(moves.now(place(1, "other"))).toEqual(place(1, "other"));
    expect(moves.now({ view: "inbox" })).toEqual({ view: "inbox" });
  });

  test("stays unchanged if a part of the topic was moved, or only its case changed", () => {
    const moves = new TopicMoves();
    moves.follow(move("crane", { subject: "hook", propagate_mode: "change_later" }));
    moves.follow(move("pier", { subject: "Pier" }));
    expect([moves.now(place(1, "crane")), moves.now(place(1, "pier"))]).toEqual([place(1, "crane"), place(1, "pier")]);
  });

  test("leads to a topic that takes its name again, whether new or moved back", () => {
    const moves = new TopicMoves();
    moves.follow(move("crane", { subject: "hook" }));
    moves.follow(message(1, "Crane"));
    expect(moves.now(place(1, "crane"))).toEqual(place(1, "crane"));
    moves.follow(move("a", { subject: "b" }));
    moves.follow(move("b", { subject: "a" }));
    expect([moves.now(place(1, "a")), moves.now(place(1, "b"))]).toEqual([place(1, "a"), place(1, "a")]);
  });
});

test("a scheduled message follows its topic to its new place", async () => {
  const scheduled = (id: number, rest: Partial<ScheduledMessage>): ScheduledMessage => ({
    ...{ scheduled_message_id: id, type: "stream", to: 1, topic: "crane", content: "", rendered_content: "" },
    ...{ scheduled_delivery_timestamp: id, failed: false },
    ...rest,
  });
  const state = {
    ...sampleState(),
    scheduled_messages: [
      scheduled(1, {}),
      scheduled(2, { topic: "other" }),
      scheduled(3, { type: "private", to: [1] }),
    ],
  };
  const asked: [string, Fields | undefined][] = [];
  const patch = async (path: string, fields?: Fields) => void asked.push([path, fields]);
  const client = { api: { patch } as unknown as Api, watch: () => state };
  await reschedule(client, [{ from: { channel: 1, topic: "Crane" }, to: { channel: 1, topic: "hook" } }]);
  await reschedule(client, [{ from: { channel: 1, topic: "crane" }, to: { channel: 2, topic: "crane" } }]);
  expect(asked).toEqual([
    ["/scheduled_messages/1", { topic: "hook" }],
    ["/scheduled_messages/1", { type: "channel", to: 2, topic: "crane" }],
  ]);
});
