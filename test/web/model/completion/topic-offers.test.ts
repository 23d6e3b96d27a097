import { expect, test } from "vitest";
import { topicOffers } from "../../../../src/web/model/completion/topic-offers.ts";

const topics = [
  "lunch",
  "Crane 4 maintenance",
  "what to do with lockers",
  "crane drivers",
  "door keys",
  "天気の話",
  "Müll",
];

test.each([
  ["Who is coming to lunch?", ["lunch"]],
  ["The cranes squeak again", ["Crane 4 maintenance", "crane drivers"]],
  ["maintenance of the crane is due", ["Crane 4 maintenance", "crane drivers"]],
  ["Where are the keys?", ["door keys"]],
  ["今日は天気がいい", ["天気の話"]],
  ["MULL", ["Müll"]],
  ["I agree with what you do", []],
  ["ok", []],
  ["", []],
])("a text suggests the topics that share its words: %s", (text, offered) => {
  expect(topicOffers(topics, text)).toEqual(offered);
});

test("at most three topics are suggested, and equally good ones with the latest first", () => {
  expect(topicOffers(["crane a", "crane b", "crane c", "crane d"], "the crane")).toEqual([
    "crane a",
    "crane b",
    "crane c",
  ]);
});
