import { describe, expect, test } from "vitest";
import type { AnyEvent } from "../../../../src/web/model/event.ts";
import type { Message } from "../../../../src/web/model/message.ts";
import { type MessageChange, Messages } from "../../../../src/web/model/messages/messages.ts";
import { direct, MIA, message, NOAH } from "../../support/sample-state.ts";

const known = (...list: Message[]) => {
  const messages = new Messages();
  messages.put(list);
  return messages;
};
const tell = (messages: Messages, event: object): MessageChange => messages.apply(event as AnyEvent);
const update = (message_id: number, more: object) => ({
  ...{ type: "update_message", message_id, message_ids: [message_id], flags: ["read"], edit_timestamp: 99 },
  ...{ rendering_only: false, user_id: NOAH, stream_id: 1 },
  ...more,
});
const thumb = { emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" };

describe("known messages", () => {
  test("include a new one with the user's flags", () => {
    const messages = known();
    const { flags: _, ...bare } = message(1);
    const change = tell(messages, { type: "message", message: bare, flags: ["read"] });
    expect(change).toEqual({ added: [message(1, { flags: ["read"] })], changed: [], removed: [] });
    expect(messages.get(1)?.flags).toEqual(["read"]);
  });

  test("replace an edited message with a new object", () => {
    const before = message(1);
    const messages = known(before);
    const { changed } = tell(
      messages,
      update(1, { content: "b", rendered_content: "<p>b</p>", is_me_message: false, orig_content: "a" }),
    );
    expect(changed).toEqual([{ ...before, content: "<p>b</p>", flags: ["read"], last_edit_timestamp: 99 }]);
    expect(before.content).toBe("<p>1</p>");
  });

  test("keep Markdown if they were fetched as Markdown", () => {
    const messages = new Messages({ isRendered: false });
    messages.put([message(1, { content: "a" })]);
    tell(messages, update(1, { content: "b", rendered_content: "<p>b</p>" }));
    expect(messages.get(1)?.content).toBe("b");
  });

  test("are not marked as edited by later previews", () => {
    const messages = known(message(1));
    tell(messages, update(1, { rendering_only: true, content: "a", rendered_content: "<p>a</p>" }));
    expect(messages.get(1)).toMatchObject({ content: "<p>a</p>" });
    expect(messages.get(1)).not.toHaveProperty("last_edit_timestamp");
  });

  test.each([
    ["to another topic", { subject: "b" }, { stream_id: 1, subject: "b", last_moved_timestamp: 99 }],
    ["to another channel", { new_stream_id: 2 }, { stream_id: 2, subject: "hello", last_moved_timestamp: 99 }],
    ["to both", { new_stream_id: 2, subject: "" }, { stream_id: 2, subject: "", last_moved_timestamp: 99 }],
  ])("are all moved %s", (_, to, place) => {
    const messages = known(message(1), message(2), message(3));
    const { changed } = tell(messages, update(2, { message_ids: [2, 3, 4], orig_subject: "hello", ...to }));
    expect(changed.map(({ id }) => id)).toEqual([2, 3]);
    expect(messages.get(3)).toMatchObject(place);
    expect(messages.get(1)).toEqual(message(1));
    // The flags belong to the message that the event names.
    expect([messages.get(2)?.flags, messages.get(3)?.flags]).toEqual([["read"], []]);
  });

  test("are not marked as moved by resolving their topic", () => {
    const messages = known(message(1));
    tell(messages, update(1, { orig_subject: "hello", subject: "✔ hello", topic_links: [] }));
    expect(messages.get(1)).toMatchObject({ subject: "✔ hello" });
    expect(messages.get(1)).not.toHaveProperty("last_moved_timestamp");
  });

  test.each([
    ["many at once", { message_ids: [1, 2] }, [1, 2]],
    ["one by one", { message_id: 1 }, [1]],
  ])("are deleted %s", (_, which, removed) => {
    const messages = known(message(1), message(2));
    expect(tell(messages, { type: "delete_message", message_type: "stream", ...which })).toMatchObject({ removed });
    expect(messages.get(1)).toBeUndefined();
  });

  test("are removed with a channel that the user can no longer see", () => {
    const messages = known(message(1), message(2, { stream_id: 2 }), direct(3, [NOAH, MIA]));
    expect(tell(messages, { type: "stream", op: "delete", stream_ids: [1] }).removed).toEqual([1]);
    expect([...messages.values()].map(({ id }) => id)).toEqual([2, 3]);
  });

  test("count a reaction once, and remove only the one with the same user, emoji and type", () => {
    const others = [
      { user_id: NOAH, ...thumb },
      { user_id: MIA, ...thumb, emoji_name: "tada", emoji_code: "1f389" },
      { user_id: MIA, ...thumb, reaction_type: "realm_emoji" },
    ];
    const messages = known(message(1, { reactions: others }));
    const reaction = { type: "reaction", message_id: 1, user_id: MIA, ...thumb };
    for (const _ of [1, 2]) tell(messages, { ...reaction, op: "add" });
    expect(messages.get(1)?.reactions).toEqual([...others, { user_id: MIA, ...thumb }]);
    tell(messages, { ...reaction, op: "remove" });
    expect(messages.get(1)?.reactions).toEqual(others);
  });

  test("add a submessage once", () => {
    const messages = known(message(1));
    const step = { message_id: 1, sender_id: MIA, msg_type: "widget", content: "{}" };
    const event = { type: "submessage", submessage_id: 5, ...step };
    expect(tell(messages, event).changed).toHaveLength(1);
    expect(tell(messages, event).changed).toHaveLength(0);
    expect(messages.get(1)?.submessages).toEqual([{ id: 5, ...step }]);
  });

  test("change only flags that differ", () => {
    const messages = known(message(1), message(2, { flags: ["read"] }), message(3));
    const flags = { type: "update_message_flags", flag: "read" };
    expect(tell(messages, { ...flags, op: "add", messages: [1, 2, 9] }).changed.map(({ id }) => id)).toEqual([1]);
    expect(tell(messages, { ...flags, op: "add", messages: [], all: true }).changed.map(({ id }) => id)).toEqual([3]);
    expect(tell(messages, { ...flags, op: "remove", messages: [2] }).changed[0]?.flags).toEqual([]);
  });

  test("are dropped when there are many, except those in use", () => {
    const messages = known(...Array.from({ length: 20_001 }, (_, index) => message(index + 1)));
    messages.retain(new Set([1, 2]), 20_000);
    expect([...messages.values()]).toHaveLength(16_000);
    expect([1, 2, 3, 20_001].map((id) => messages.get(id)?.id)).toEqual([1, 2, undefined, 20_001]);
  });
});
