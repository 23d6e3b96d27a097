import * as v from "valibot";
import { firstTime, parseRule } from "../../../protocol/recurrence.ts";
import { recurrenceSchema, recurrenceZoneSchema } from "../../../protocol/recurrence-schema.ts";
import type { Seconds } from "../../../util/time.ts";
import { remainingRule } from "../../messages/scheduled-messages/recurrence.ts";
import { type Caller, callEndpoint, checkKey, ToolError } from "./caller.ts";
import { inOneLine, truncate } from "./clean.ts";
import { conversationNamed, conversationTarget } from "./conversation.ts";
import { secondsOf, timeIn } from "./times.ts";
import { conversationText, messageId, type ToolResult, time, tool, words } from "./tool.ts";
import type { Due, Writer } from "./writes.ts";

const input = v.strictObject({
  do: v.picklist(["send", "remind", "list", "cancel"]),
  at: v.optional(time),
  recurrence: v.optional(recurrenceSchema),
  time_zone: v.optional(recurrenceZoneSchema),
  conversation: v.optional(conversationText),
  text: v.optional(words(10_000)),
  message: v.optional(messageId),
  id: v.optional(words(40)),
  key: v.optional(words(64)),
});
type Args = v.InferOutput<typeof input>;

const optionalText = v.optional(v.string());
const listed = v.object({
  ...{ id: v.string(), at: v.string(), text: v.string() },
  ...{ recurrence: optionalText, time_zone: optionalText },
});

export const schedule = tool({
  name: "schedule",
  description:
    "Schedule a message (send: conversation, text, at), a reminder (remind: message, at, text as its note), list both, or cancel one by id. recurrence (RFC 5545) repeats it in time_zone or theirs. key is for send alone: the same one never sends twice.",
  input,
  output: v.object({
    id: optionalText,
    at: optionalText,
    items: v.optional(v.array(listed)),
  }),
  scope: "write",
  hints: { destructive: true },
  onlyReads: (args) => args["do"] === "list",
  trialData: { id: "", at: "", items: [] },
  run: async ({ caller, args }) => {
    // If the key were ignored, repeating the call would seem safe.
    if (args.key !== undefined && args.do !== "send")
      throw new ToolError("key is for send alone: leave it out, and list what is scheduled before you try again.");
    return { send, remind, list, cancel }[args.do](caller, args);
  },
});

function needed<Name extends keyof Args>(args: Args, name: Name): NonNullable<Args[Name]> {
  const value = args[name];
  if (value === undefined || value === null) throw new ToolError(`Say ${name}.`);
  return value;
}

function dueOf(caller: Caller, args: Args): Due {
  const from = Math.floor(secondsOf("at", needed(args, "at"), caller.timezone));
  const { recurrence, time_zone = caller.timezone || "UTC" } = args;
  const rule = recurrence === undefined ? undefined : parseRule(recurrence);
  if (rule === undefined) return { at: from };
  const at = firstTime({ rule, timeZone: time_zone, from });
  if (at === undefined) throw new ToolError("The recurrence has no time.");
  return { at, recurrence, time_zone };
}

function scheduled(caller: Caller, id: string, due: Due): ToolResult {
  const at = timeIn(due.at, caller.timezone);
  return { text: `${id} at ${at}`, data: { id, at } };
}

async function send(caller: Writer, args: Args): Promise<ToolResult> {
  checkKey(caller, args.key);
  const { conversation } = await conversationNamed(caller, needed(args, "conversation"));
  if (conversation.kind === "channel" && conversation.topic === undefined) throw new ToolError("Say the topic too.");
  const due = dueOf(caller, args);
  const id = await caller.send({ ...conversationTarget(conversation, caller), content: needed(args, "text") }, due);
  return scheduled(caller, `message-${id}`, due);
}

async function remind(caller: Writer, args: Args): Promise<ToolResult> {
  const due = dueOf(caller, args);
  const { at, ...repeats } = due;
  const { reminder_id } = await caller.mark<{ reminder_id: number }>("remind", {
    message_id: needed(args, "message"),
    note: args.text,
    scheduled_delivery_timestamp: at,
    ...repeats,
  });
  return scheduled(caller, `reminder-${reminder_id}`, due);
}

async function cancel(caller: Writer, args: Args): Promise<ToolResult> {
  const id = needed(args, "id");
  const [, kind, number] = /^(message|reminder)-(\d+)$/.exec(id) ?? [];
  if (kind === undefined) throw new ToolError("The id is not from the list.");
  await caller.mark(kind === "message" ? "cancelMessage" : "cancelReminder", {}, number);
  return { text: `${id} cancelled`, data: { id } };
}

interface ScheduledItem {
  readonly scheduled_message_id?: number;
  readonly reminder_id?: number;
  readonly content: string;
  readonly scheduled_delivery_timestamp: Seconds;
  readonly recurrence?: string;
  readonly time_zone?: string;
  readonly recurrence_start?: Seconds;
}

/** Returns how a scheduled message repeats from now on. Empty if it doesn't. */
function repetitionOf(item: ScheduledItem): { recurrence?: string; time_zone?: string } {
  const { recurrence, time_zone, recurrence_start, scheduled_delivery_timestamp: due_at } = item;
  if (recurrence === undefined || time_zone === undefined || recurrence_start === undefined) return {};
  const remaining = remainingRule({ recurrence, time_zone, recurrence_start, due_at });
  return { recurrence: remaining ?? recurrence, time_zone };
}

/** Maximum number of scheduled messages that are listed. Users have few. */
const MAX_LISTED = 50;

const withRecurrence = { include_recurrence: "true" };

async function list(caller: Caller): Promise<ToolResult> {
  const [{ scheduled_messages }, { reminders }] = await Promise.all([
    callEndpoint<{ scheduled_messages: ScheduledItem[] }>(caller, "GET /scheduled_messages", withRecurrence),
    callEndpoint<{ reminders: ScheduledItem[] }>(caller, "GET /reminders", withRecurrence),
  ]);
  const items = [...scheduled_messages, ...reminders]
    .sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp)
    .slice(0, MAX_LISTED)
    .map((item) => ({
      id:
        item.scheduled_message_id === undefined
          ? `reminder-${item.reminder_id}`
          : `message-${item.scheduled_message_id}`,
      at: timeIn(item.scheduled_delivery_timestamp, caller.timezone),
      ...repetitionOf(item),
      text: truncate(inOneLine(item.content), 100),
    }));
  const lines = items.map(({ id, at, recurrence, time_zone, text }) =>
    recurrence === undefined
      ? `${id} at ${at}: ${text}`
      : `${id} at ${at}, repeats by ${recurrence} (${time_zone}): ${text}`,
  );
  return { text: lines.length === 0 ? "Nothing is scheduled." : lines.join("\n"), data: { items } };
}
