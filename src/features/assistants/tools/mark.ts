import * as v from "valibot";
import { ToolError } from "./caller.ts";
import { type Conversation, conversationNamed, narrowOf } from "./conversation.ts";
import { conversationText, messageId, tool, words } from "./tool.ts";
import type { Writer } from "./writes.ts";

const FLAGS = { read: "read", unread: "read", starred: "starred" } as const;
const POLICIES = { muted: 1, followed: 3 } as const;
const MAX_REACTIONS = 20;
const MAX_IN_CONVERSATION = 5000;

const input = v.strictObject({
  messages: v.optional(v.pipe(v.array(messageId), v.maxLength(100))),
  conversation: v.optional(conversationText),
  react: v.optional(words(100)),
  set: v.optional(v.picklist(["read", "unread", "starred", "followed", "muted"])),
  undo: v.optional(v.boolean()),
});
type Args = v.InferOutput<typeof input>;

export const mark = tool({
  name: "mark",
  description:
    "Mark messages as read, unread or starred, or react to them with an emoji name; mark a conversation as read, or a topic as followed or muted. undo takes it back.",
  input,
  output: v.object({ changed: v.number() }),
  scope: "write",
  hints: { idempotent: true },
  trialData: { changed: 0 },
  run: async ({ caller, args }) => {
    const changed = await change(caller, args);
    return { text: `${changed} changed`, data: { changed } };
  },
});

async function change(
  caller: Writer,
  { messages = [], conversation, react, set, undo = false }: Args,
): Promise<number> {
  if ((messages.length === 0) === (conversation === undefined)) throw new ToolError("Say messages, or a conversation.");
  if ((react === undefined) === (set === undefined)) throw new ToolError("Say react, or set.");
  if (conversation !== undefined) {
    if (set === undefined) throw new ToolError("A reaction is to messages.");
    return markConversation(caller, (await conversationNamed(caller, conversation)).conversation, { set, undo });
  }
  if (react !== undefined) return reactTo(caller, messages, { emoji: react.replaceAll(":", ""), undo });
  if (set === undefined || set === "followed" || set === "muted")
    throw new ToolError("A topic is followed or muted, not a message.");
  const isAdded = (set !== "unread") !== undo;
  const fields = { messages, op: isAdded ? "add" : "remove", flag: FLAGS[set] };
  return (await caller.mark<{ messages: number[] }>("flag", fields)).messages.length;
}

/** Codes of errors for a change already made by an earlier call that failed midway or whose response was lost. */
const ALREADY = new Set(["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"]);

async function reactTo(
  caller: Writer,
  messages: readonly number[],
  { emoji, undo }: { readonly emoji: string; readonly undo: boolean },
): Promise<number> {
  if (messages.length > MAX_REACTIONS) throw new ToolError(`React to at most ${MAX_REACTIONS} messages at once.`);
  let changed = 0;
  for (const id of messages) {
    try {
      await caller.mark(undo ? "unreact" : "react", { emoji_name: emoji }, id);
      changed += 1;
    } catch (error) {
      if (!(error instanceof ToolError && ALREADY.has(error.code))) throw error;
    }
  }
  return changed;
}

async function markConversation(
  caller: Writer,
  conversation: Conversation,
  { set, undo }: { readonly set: NonNullable<Args["set"]>; readonly undo: boolean },
): Promise<number> {
  if (set === "starred") throw new ToolError("Stars are for messages.");
  if (set === "followed" || set === "muted") {
    if (conversation.kind !== "channel" || conversation.topic === undefined)
      throw new ToolError("Say a topic of a channel.");
    const visibility_policy = undo ? 0 : POLICIES[set];
    await caller.mark("setTopicPolicy", {
      stream_id: conversation.id,
      topic: conversation.topic,
      visibility_policy,
    });
    return 1;
  }
  const op = (set === "read") !== undo ? "add" : "remove";
  const range = { anchor: "newest", num_before: MAX_IN_CONVERSATION, num_after: 0 };
  const fields = { ...range, narrow: narrowOf(conversation, caller), op, flag: "read" };
  return (await caller.mark<{ updated_count: number }>("flagConversation", fields)).updated_count;
}
