import { expect, test } from "vitest";
import { pinnedFirst, topicsWith, unreadFirst, withUnread } from "../../../../src/web/model/recent/topics-shown.ts";

const topics = ["lunch", "Zoë's plans", ""].map((name, at) => ({ name, max_id: 30 - 10 * at }));
const unread = (topic: string, last: number, isHidden = false) => ({
  ...{ key: "", ids: [last], count: 1, first: last, last, mentions: 0, isHidden },
  conversation: { kind: "topic", channel: 1, topic } as const,
});

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

test("withUnread inserts an unread topic missing in the list by its newest message", () => {
  expect(withUnread(topics, [unread("LUNCH", 31)])).toBe(topics);
  expect(names(withUnread(topics, [unread("new", 25)]))).toEqual(["lunch", "new", "Zoë's plans", ""]);
});

test.each([
  ["", ["lunch", "Zoë's plans", ""]],
  ["  ", ["lunch", "Zoë's plans", ""]],
  ["PLAN zoe", ["Zoë's plans"]],
  ["general", [""]],
  ["nothing", []],
])("topicsWith finds topics with %j in their names", (text, expected) => {
  expect(names(topicsWith(text, topics, (name) => name || "general chat"))).toEqual(expected);
});

test("unreadFirst puts unread topics first, except muted ones", () => {
  const those = [unread("", 10), unread("zoë's plans", 20, true)];
  expect(names(unreadFirst(topics, those))).toEqual(["", "lunch", "Zoë's plans"]);
});

test("pinned topics are first, in the order of their pins", () => {
  const topics = ["a", "B", "c"].map((name) => ({ name, max_id: 1 }));
  expect(pinnedFirst(topics, ["c", "gone", "b"]).map(({ name }) => name)).toEqual(["c", "B", "a"]);
  expect(pinnedFirst(topics, [])).toBe(topics);
});
