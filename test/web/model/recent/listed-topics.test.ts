import { expect, test } from "vitest";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import { topicsAfter } from "../../../../src/web/model/recent/listed-topics.ts";

const topics = [
  { name: "lunch", max_id: 9 },
  { name: "plans", max_id: 5 },
];
const message = (id: number, subject: string, stream_id = 1) => ({
  type: "message",
  message: { id, type: "stream", stream_id, subject },
});

test.each<[string, object, unknown]>([
  ["a message puts its topic first", message(10, "plans"), [{ name: "plans", max_id: 10 }, topics[0]]],
  ["the newest spelling counts", message(10, "Lunch"), [{ name: "Lunch", max_id: 10 }, topics[1]]],
  ["a new topic comes first", message(10, "new"), [{ name: "new", max_id: 10 }, ...topics]],
  ["a message that the list has already changes nothing", message(9, "lunch"), topics],
  ["messages of other channels change nothing", message(10, "lunch", 2), topics],
  ["direct messages change nothing", { type: "message", message: { id: 10, type: "private" } }, topics],
  ["edits change nothing", { type: "update_message", stream_id: 1 }, topics],
  ["after a move the topics are unknown", { type: "update_message", stream_id: 1, subject: "x" }, "unknown"],
  [
    "after a move into the channel the topics are unknown",
    { type: "update_message", stream_id: 2, new_stream_id: 1 },
    "unknown",
  ],
  [
    "a move between other channels changes nothing",
    { type: "update_message", stream_id: 2, new_stream_id: 3, subject: "x" },
    topics,
  ],
  ["after a deletion the topics are unknown", { type: "delete_message", stream_id: 1 }, "unknown"],
])("topicsAfter: %s", (_, event, expected) => {
  expect(topicsAfter(topics, 1, event as AnyEvent)).toEqual(expected);
});
