import * as v from "valibot";
import { sized } from "../../../protocol/bounded.ts";
import { lengthLimits } from "../../../protocol/limits.ts";

const pollSchema = v.object({
  widget_type: v.literal("poll"),
  extra_data: v.object({ question: v.string(), options: v.array(v.string()) }),
});
const todoSchema = v.object({
  widget_type: v.literal("todo"),
  extra_data: v.object({
    task_list_title: v.string(),
    tasks: v.array(v.object({ task: v.string(), desc: v.string() })),
  }),
});
/** A form with buttons that each send a reply. */
const zformSchema = v.object({
  widget_type: v.literal("zform"),
  extra_data: v.looseObject({
    type: v.literal("choices"),
    heading: v.string(),
    choices: v.array(v.looseObject({ short_name: v.string(), long_name: v.string(), reply: v.string() })),
  }),
});

const most = lengthLimits.max_message_length;

/** The first submessage of a widget, which defines it (messages.md 16). */
export const widgetSchema = v.pipe(
  sized(v.variant("widget_type", [pollSchema, todoSchema, zformSchema]), 12 * most),
  v.check((widget) => JSON.stringify(widget).length <= most, `{} is too long (limit: ${most} characters)`),
);
export type Widget = v.InferOutput<typeof widgetSchema>;

/** List marker before an option or a task. */
const LIST_MARK = /^(?:[-*]|\d+\.)\s+/;

/** Parses a message that starts with `/poll` or `/todo` and a title. Each further line is an option or a task. */
export function widgetOf(content: string): Widget | undefined {
  const command = /^\/(poll|todo)(?!\S)/.exec(content);
  if (command === null) return undefined;
  const [first = "", ...rest] = content.slice(command[0].length).split("\n");
  const title = first.trim();
  const items = rest.map((line) => line.trim().replace(LIST_MARK, "").trim()).filter((item) => item !== "");
  return command[1] === "poll"
    ? { widget_type: "poll", extra_data: { question: title, options: items } }
    : { widget_type: "todo", extra_data: { task_list_title: title, tasks: items.map(taskOf) } };
}

function taskOf(item: string): { task: string; desc: string } {
  const [task = "", ...desc] = item.split(": ");
  return { task: task.trim(), desc: desc.join(": ").trim() };
}
