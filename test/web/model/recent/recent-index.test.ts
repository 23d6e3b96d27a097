import { describe, expect, test } from "vitest";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import type { Message } from "../../../../src/web/model/message.ts";
import { filterRecent, type RecentFilter } from "../../../../src/web/model/recent/recent-filter.ts";
import { type RecentConversation, RecentIndex } from "../../../../src/web/model/recent/recent-index.ts";
import { direct, message } from "../../support/sample-state.ts";

const ME = 1;

const inTopic = (id: number, subject: string, sender_id = 2) => message(id, { subject, sender_id, stream_id: 5 });

const directWith = (id: number, others: readonly number[]) => direct(id, [ME, ...others], { sender_id: 2 });

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

const index = (...messages: Message[]) => {
  const made = new RecentIndex(ME);
  made.add(messages);
  return made;
};

const shown = (list: readonly RecentConversation[]) =>
  list.map(({ conversation, ids }) =>
    [conversation.kind === "topic" ? conversation.topic : `@${conversation.users}`, ...ids].join(" "),
  );

describe("RecentIndex", () => {
  test("sorts by the newest message, and uses its spelling of the topic", () => {
    const recent = index(inTopic(1, "lunch"), directWith(2, [3, 2]), inTopic(3, "plans"), inTopic(4, "Lunch"));
    expect(shown(recent.list)).toEqual(["Lunch 1 4", "plans 3", "@2,3 2"]);
  });

  test("keeps a conversation's newest messages up to a limit, and those of the user", () => {
    const recent = index(inTopic(1, "lunch"), inTopic(2, "lunch", ME));
    for (let id = 3; id <= 300; id++) recent.add([inTopic(id, "lunch")]);
    const [lunch] = recent.list;
    expect([lunch?.ids.length, lunch?.ids[0], lunch?.ids[1], lunch?.newest]).toEqual([201, 2, 101, 300]);
    expect(lunch?.participated).toBe(true);
    recent.apply(event("delete_message", { message_ids: [1, 2] }));
    expect(recent.list[0]).toMatchObject({ newest: 300, participated: false });
  });

  test.each<[string, object]>([
    [
      "with unknown messages whose known ones are all deleted",
      { type: "delete_message", message_ids: range(101, 300) },
    ],
    ["of which an unknown message is moved", { message_ids: [7], orig_subject: "lunch", subject: "soup" }],
    [
      "with unknown messages whose known ones are all moved",
      { message_ids: range(101, 300), orig_subject: "lunch", subject: "soup" },
    ],
  ])("is outdated after an event about a conversation %s", (_, fields) => {
    const recent = index(...range(1, 300).map((id) => inTopic(id, "lunch")));
    const about = { stream_id: 5, ...fields };
    for (const id of [299, 300]) recent.apply(event("delete_message", { message_ids: [id] }));
    recent.apply(event("update_message", { stream_id: 5, message_ids: [298], orig_subject: "lunch", subject: "a" }));
    expect(recent.isOutdated).toBe(false);
    recent.apply(event("update_message", about));
    expect(recent.isOutdated).toBe(true);
  });

  test("adds older messages below newer ones, without changing a topic's spelling", () => {
    const recent = index(inTopic(10, "Lunch"));
    recent.add([inTopic(5, "lunch"), inTopic(6, "older")]);
    expect(shown(recent.list)).toEqual(["Lunch 5 10", "older 6"]);
  });

  const event = (type: AnyEvent["type"], fields: object) => ({ type, ...fields }) as AnyEvent;

  test("follows new messages, moves and deletions", () => {
    const recent = index(inTopic(1, "a"), inTopic(2, "b"), inTopic(3, "b"));
    expect(recent.apply(event("message", { message: inTopic(4, "a") }))).toBe(true);
    expect(shown(recent.list)).toEqual(["a 1 4", "b 2 3"]);
    const move = { message_ids: [4, 99], stream_id: 5, orig_subject: "a", subject: "B" };
    expect(recent.apply(event("update_message", move))).toBe(true);
    expect(shown(recent.list)).toEqual(["B 2 3 4", "a 1"]);
    expect(recent.apply(event("delete_message", { message_ids: [1, 4, 98] }))).toBe(true);
    expect(shown(recent.list)).toEqual(["B 2 3"]);
    const away = { message_ids: [3], stream_id: 5, new_stream_id: 6, orig_subject: "b" };
    expect(recent.apply(event("update_message", away))).toBe(true);
    expect(recent.list.map(({ key }) => key)).toEqual(["6:b", "5:b"]);
    expect(recent.apply(event("stream", { op: "delete", stream_ids: [6] }))).toBe(true);
    expect(shown(recent.list)).toEqual(["B 2"]);
  });

  test("ignores other events, and keeps the objects of unchanged conversations", () => {
    const recent = index(inTopic(1, "a"), inTopic(2, "b"));
    const [, a] = recent.list;
    expect(recent.apply(event("update_message", { message_ids: [1], stream_id: 5 }))).toBe(false);
    expect(recent.apply(event("update_message", { message_ids: [77], stream_id: 5, subject: "x" }))).toBe(false);
    expect(recent.apply(event("message", { message: inTopic(2, "b") }))).toBe(false);
    expect(recent.apply(event("reaction", { op: "add" }))).toBe(false);
    recent.apply(event("message", { message: inTopic(3, "b") }));
    expect(recent.list[1]).toBe(a);
  });

  test("counts a sender as a participant until the message is deleted", () => {
    const recent = index(inTopic(1, "a", ME), inTopic(2, "a"));
    expect(recent.list[0]?.participated).toBe(true);
    recent.apply(event("delete_message", { message_ids: [1] }));
    expect(recent.list[0]?.participated).toBe(false);
  });
});

describe("filterRecent", () => {
  const recent = index(inTopic(1, "budget", ME), inTopic(2, "Zoë's lunch"), directWith(3, [2]), inTopic(4, "noise"));
  const facts = {
    unread: (one: RecentConversation) => (one.newest === 3 || one.newest === 4 ? 2 : 0),
    isHidden: (one: RecentConversation) => one.newest === 4,
    textOf: ({ conversation }: RecentConversation) =>
      conversation.kind === "topic" ? `${conversation.topic} general` : "Omar Haddad",
  };
  const all: RecentFilter = { unread: false, participated: false, muted: false, kind: "all", text: "" };

  test.each<[Partial<RecentFilter>, number[]]>([
    [{}, [3, 2, 1]],
    [{ muted: true }, [4, 3, 2, 1]],
    [{ unread: true }, [3]],
    [{ unread: true, muted: true }, [4, 3]],
    [{ participated: true }, [1]],
    [{ kind: "topics" }, [2, 1]],
    [{ kind: "directs" }, [3]],
    [{ text: "zoe" }, [2]],
    [{ text: " General  LUN" }, [2]],
    [{ text: "omar" }, [3]],
    [{ text: "nothing" }, []],
  ])("%j", (filter, newest) => {
    expect(filterRecent(recent.list, { ...all, ...filter }, facts).map((one) => one.newest)).toEqual(newest);
  });
});
