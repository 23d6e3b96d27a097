import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/web/model/message.ts";
import { nextOption, nextTask, widgetOf } from "../../../src/web/model/widgets/widget.ts";
import { direct } from "../support/sample-state.ts";

const AUTHOR = 7;
const READER = 8;

/** A message of the author with a widget, and its later submessages. */
function message(first: unknown, ...later: readonly (readonly [sender: number, content: unknown])[]): Message {
  const all = [[AUTHOR, first] as const, ...later];
  const submessages = all.map(([sender_id, content], index) => ({
    id: index + 1,
    message_id: 1,
    sender_id,
    msg_type: "widget",
    content: typeof content === "string" ? content : JSON.stringify(content),
  }));
  return direct(1, [], { sender_id: AUTHOR, submessages });
}

const poll = { widget_type: "poll", extra_data: { question: "Lunch?", options: ["soup", "bread", "soup"] } };
const todo = {
  widget_type: "todo",
  extra_data: { task_list_title: "Rope", tasks: [{ task: "buy", desc: "20 m" }] },
};

describe("polls", () => {
  test("count options with the same text once", () => {
    expect(widgetOf(message(poll))).toEqual({
      kind: "poll",
      question: "Lunch?",
      options: [
        { key: "canned,0", text: "soup", voters: [] },
        { key: "canned,1", text: "bread", voters: [] },
      ],
    });
  });

  test("add and remove votes, and ignore those for unknown options", () => {
    const voted = message(
      poll,
      [READER, { type: "vote", key: "canned,1", vote: 1 }],
      [AUTHOR, { type: "vote", key: "canned,1", vote: 1 }],
      [READER, { type: "vote", key: "canned,1", vote: -1 }],
      [READER, { type: "vote", key: "8,1", vote: 1 }],
    );
    expect(widgetOf(voted)).toMatchObject({ options: [{ voters: [] }, { voters: [AUTHOR] }] });
  });

  test("accept options from anyone, but a new question only from the author", () => {
    const changed = widgetOf(
      message(
        poll,
        [READER, { type: "new_option", idx: 1, option: "cake" }],
        [READER, { type: "new_option", idx: 2, option: "cake" }],
        [READER, { type: "question", question: "Mine?" }],
        [AUTHOR, { type: "question", question: "Supper?" }],
        [READER, "no JSON"],
      ),
    );
    expect(changed).toMatchObject({ question: "Supper?", options: [{}, {}, { key: "8,1", text: "cake" }] });
    if (changed?.kind !== "poll") throw new Error("it is a poll");
    expect([nextOption(changed, READER), nextOption(changed, AUTHOR)]).toEqual([2, 1]);
  });
});

describe("to-do lists", () => {
  test("allow anyone to add, complete and reopen tasks", () => {
    const list = widgetOf(
      message(
        todo,
        [READER, { type: "new_task", key: 2, task: "cut", desc: "", completed: false }],
        [READER, { type: "new_task", key: 3, task: "cut", desc: "again", completed: false }],
        [READER, { type: "strike", key: "0,canned" }],
        [AUTHOR, { type: "strike", key: "2,8" }],
        [READER, { type: "strike", key: "2,8" }],
        [READER, { type: "new_task_list_title", title: "Mine" }],
        [AUTHOR, { type: "new_task_list_title", title: "Ropes" }],
      ),
    );
    expect(list).toEqual({
      kind: "todo",
      title: "Ropes",
      tasks: [
        { key: "0,canned", task: "buy", note: "20 m", isDone: true },
        { key: "2,8", task: "cut", note: "", isDone: false },
      ],
    });
    if (list?.kind !== "todo") throw new Error("it is a to-do list");
    expect([nextTask(list, READER), nextTask(list, AUTHOR)]).toEqual([3, 1]);
  });
});

test("an invalid or unknown widget shows the message's text", () => {
  expect(widgetOf(message("no JSON"))).toBeUndefined();
  expect(widgetOf(message({ widget_type: "chess", extra_data: {} }))).toBeUndefined();
  expect(widgetOf({ ...message(poll), submessages: [] })).toBeUndefined();
});
