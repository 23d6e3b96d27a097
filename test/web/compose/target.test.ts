import { expect, test } from "vitest";
import { isShownIn, type Target } from "../../../src/web/model/routes/conversation.ts";
import type { Route } from "../../../src/web/model/routes/place.ts";
import { isWithin } from "../../../src/web/views/compose/target/target.ts";
import { NOAH, OMAR } from "../support/sample-state.ts";

const toTopic = (channel: number, topic: string): Target => ({ kind: "topic", channel, topic });
const toOmar: Target = { kind: "direct", users: [OMAR] };

// Whether the message is visible in the view, and whether it goes to the view's conversation.
test.each<[string, Route, Target, boolean, boolean]>([
  ["a topic", { view: "topic", channel: 1, topic: "crane" }, toTopic(1, "Crane"), true, true],
  ["another topic", { view: "topic", channel: 1, topic: "crane" }, toTopic(1, "rope"), false, false],
  ["a channel", { view: "channel", channel: 1 }, toTopic(1, "rope"), true, true],
  ["a channel's list of topics", { view: "topics", channel: 1 }, toTopic(1, "a new one"), false, true],
  ["another channel's list of topics", { view: "topics", channel: 2 }, toTopic(1, "a new one"), false, false],
  ["a list of topics, for a direct message", { view: "topics", channel: 1 }, toOmar, false, false],
  ["a direct conversation", { view: "direct", users: [OMAR] }, toOmar, true, true],
])("isShownIn and isWithin are correct in a view of %s", (_, place, target, isShown, isInPlace) => {
  expect([isShownIn(place, target, NOAH), isWithin(place, target, NOAH)]).toEqual([isShown, isInPlace]);
});
