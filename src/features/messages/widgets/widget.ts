import * as v from "valibot";
import { sized } from "../../../protocol/bounded.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { type Pressable, pressable } from "./buttons.ts";

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
const choiceSchema = v.looseObject({ short_name: v.string(), long_name: v.string(), reply: v.string() });
/** Zulip's choices, each of which sends a reply. For Zulip's clients, they replace the buttons or the form, if any. */
const zformSchema = v.object({
  widget_type: v.literal("zform"),
  extra_data: v.pipe(
    v.looseObject({
      type: v.literal("choices"),
      heading: v.optional(v.string()),
      choices: v.optional(v.array(choiceSchema)),
      ...pressable,
    }),
    v.check(
      ({ heading, choices, buttons, form }) =>
        buttons === undefined && form === undefined
          ? heading !== undefined && choices !== undefined
          : buttons === undefined || form === undefined,
      "{} needs heading and choices, or either buttons or a form",
    ),
  ),
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

export function pressableOf(widget: Widget | undefined): Pressable | undefined {
  if (widget?.widget_type !== "zform") return undefined;
  const { buttons, form, until } = widget.extra_data;
  return buttons === undefined && form === undefined ? undefined : { buttons, form, until };
}

/** Maximum characters of a heading, which Zulip's clients show above choices instead of the message's text. */
const MAX_HEADING_LENGTH = 500;

interface TextWithWidget<W> {
  readonly content: string;
  readonly widget: W;
}

/**
 * Returns a bot's text and its widget as stored. For clients that don't show buttons, appends the equivalent commands
 * as a paragraph, unless the text contains them. Adds choices for Zulip's clients that show widgets.
 */
export function saidWithWidget<W extends Widget | null | undefined>(given: string, widget: W): TextWithWidget<W> {
  const content = trimContent(given);
  const { buttons, form } = pressableOf(widget ?? undefined) ?? {};
  const offers = buttons ?? (form && [{ label: form.submit, command: form.command }]);
  if (offers === undefined || widget?.widget_type !== "zform") return { content, widget };
  const listsCommands = !offers.every(({ command }) => content.includes(command));
  const commands = offers.map(({ label, command }) => `\`${command}\` ${label}`).join("\n");
  const heading = widget.extra_data.heading ?? [...content].slice(0, MAX_HEADING_LENGTH).join("");
  const choices =
    widget.extra_data.choices ??
    offers.map(({ label, command }) => ({
      type: "multiple_choice",
      short_name: label,
      long_name: command,
      reply: command,
    }));
  return {
    content: listsCommands ? trimContent(`${content}\n\n${commands}`) : content,
    widget: { ...widget, extra_data: { ...widget.extra_data, heading, choices, lists_commands: listsCommands } },
  };
}
