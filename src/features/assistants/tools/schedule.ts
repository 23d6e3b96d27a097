import * as v from "valibot";
import { type Caller, callEndpoint, checkKey, ToolError } from "./caller.ts";
import { inOneLine, truncate } from "./clean.ts";
import { conversationNamed, conversationTarget } from "./conversation.ts";
import { secondsOf, timeIn } from "./times.ts";
import { conversationText, messageId, type ToolResult, time, tool, words } from "./tool.ts";
import type { Writer } from "./writes.ts";

const input = v.strictObject({
  do: v.picklist(["send", "remind", "list", "cancel"]),
  at: v.optional(time),
  conversation: v.optional(conversationText),
  text: v.optional(words(10_000)),
  message: v.optional(messageId),
  id: v.optional(words(40)),
  key: v.optional(words(64)),
});
type Args = v.InferOutput<typeof input>;

export const schedule = tool({
  name: "schedule",
  description:
    "Schedule a message (send: conversation, text, at), a reminder of a message for the person (remind: message, at, text as its note), list both, or cancel one by id. key is for send alone: the same one never sends twice.",
  input,
  output: v.object({
    id: v.optional(v.string()),
    at: v.optional(v.string()),
    items: v.optional(v.array(v.object({ id: v.string(), at: v.string(), text: v.string() }))),
  }),
  scope: "write",
  hints: { destructive: true },
  onlyReads: (args) => args["do"] === "list",
  run: async ({ caller, args }) => {
    // Ignoring the key would suggest that a repeated call does nothing.
    if (args.key !== undefined && args.do !== "send")
      throw new ToolError("key is for send alone: leave it out, and list what is scheduled before you try again.");
    return args.do === "list" ? list(caller) : ACTS[args.do as ScheduleAction](caller, args);
  },
});

type ScheduleAction = Exclude<Args["do"], "list">;

const ACTS: Readonly<Record<ScheduleAction, (caller: Writer, args: Args) => Promise<ToolResult>>> = {
  send,
  remind,
  cancel,
};

function needed<Name extends keyof Args>(args: Args, name: Name): NonNullable<Args[Name]> {
  const value = args[name];
  if (value === undefined || value === null) throw new ToolError(`Say ${name}.`);
  return value;
}

function scheduled(caller: Caller, id: string, seconds: number): ToolResult {
  const at = timeIn(seconds, caller.timezone);
  return { text: `${id} at ${at}`, data: { id, at } };
}

async function send(caller: Writer, args: Args): Promise<ToolResult> {
  checkKey(caller, args.key);
  const { conversation } = await conversationNamed(caller, needed(args, "conversation"));
  if (conversation.kind === "channel" && conversation.topic === undefined) throw new ToolError("Say the topic too.");
  const at = Math.floor(secondsOf("at", needed(args, "at"), caller.timezone));
  const id = await caller.send({ ...conversationTarget(conversation, caller), content: needed(args, "text") }, at);
  return scheduled(caller, `message-${id}`, at);
}

async function remind(caller: Writer, args: Args): Promise<ToolResult> {
  const at = Math.floor(secondsOf("at", needed(args, "at"), caller.timezone));
  const { reminder_id } = await caller.mark<{ reminder_id: number }>("remind", {
    message_id: needed(args, "message"),
    note: args.text,
    scheduled_delivery_timestamp: at,
  });
  return scheduled(caller, `reminder-${reminder_id}`, at);
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
  readonly scheduled_delivery_timestamp: number;
}

/** Maximum scheduled messages listed. Users have few. */
const MAX_LISTED = 50;

async function list(caller: Caller): Promise<ToolResult> {
  const [{ scheduled_messages }, { reminders }] = await Promise.all([
    callEndpoint<{ scheduled_messages: ScheduledItem[] }>(caller, "GET /scheduled_messages"),
    callEndpoint<{ reminders: ScheduledItem[] }>(caller, "GET /reminders"),
  ]);
  const items = [...scheduled_messages, ...reminders]
    .sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp)
    .slice(0, MAX_LISTED)
    .map(({ scheduled_message_id, reminder_id, content, scheduled_delivery_timestamp }) => ({
      id: scheduled_message_id === undefined ? `reminder-${reminder_id}` : `message-${scheduled_message_id}`,
      at: timeIn(scheduled_delivery_timestamp, caller.timezone),
      text: truncate(inOneLine(content), 100),
    }));
  const lines = items.map(({ id, at, text }) => `${id} at ${at}: ${text}`);
  return { text: lines.length === 0 ? "Nothing is scheduled." : lines.join("\n"), data: { items } };
}
