import { describe, expect, test } from "vitest";
import { widgetOf } from "../../../../src/features/messages/widgets/widget.ts";

describe("[messages 16] a message that begins with /poll or /todo becomes a widget", () => {
  const poll = (question: string, ...options: string[]) => ({ widget_type: "poll", extra_data: { question, options } });
  const todo = (task_list_title: string, ...tasks: [string, string][]) => ({
    widget_type: "todo",
    extra_data: { task_list_title, tasks: tasks.map(([task, desc]) => ({ task, desc })) },
  });
  test.each([
    ["/poll", poll("")],
    ["/poll Lunch?", poll("Lunch?")],
    ["/poll  Lunch?  \n soup \n\nbread", poll("Lunch?", "soup", "bread")],
    ["/poll\nLunch?\nsoup", poll("", "Lunch?", "soup")],
    ["/poll Lunch?\n- soup\n* bread\n1. tea\n12. water", poll("Lunch?", "soup", "bread", "tea", "water")],
    ["/poll How far?\n-5\n1.5 km\n*\n**both**", poll("How far?", "-5", "1.5 km", "*", "**both**")],
    ["/todo", todo("")],
    [
      "/todo Today\nsweep: the floor: all of it\n- rest",
      todo("Today", ["sweep", "the floor: all of it"], ["rest", ""]),
    ],
    ["/todo\ntask:without space", todo("", ["task:without space", ""])],
  ])("for the text %j", (content, widget) => expect(widgetOf(content)).toEqual(widget));

  test.each(["/pollster x", "/todos", " /poll x", "/me polls", "poll", "/vote x", "x\n/poll y", ""])(
    "except for the text %j",
    (content) => expect(widgetOf(content)).toBeUndefined(),
  );
});
