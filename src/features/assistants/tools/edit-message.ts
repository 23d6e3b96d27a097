import { createHash } from "node:crypto";
import * as v from "valibot";
import { callEndpoint, ToolError } from "./caller.ts";
import type { Message } from "./messages.ts";
import { messageId, tool, words } from "./tool.ts";

export const editMessage = tool({
  name: "edit_message",
  description:
    "Change or delete one of the person's own messages. expect: how its text begins now, so that the right one is changed.",
  input: v.strictObject({
    message: messageId,
    expect: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
    text: v.optional(words(10_000)),
    topic: v.optional(words(200)),
    delete: v.optional(v.boolean()),
  }),
  output: v.object({ message_id: v.number(), done: v.string() }),
  scope: "write",
  hints: { destructive: true, idempotent: true },
  trialData: { message_id: 0, done: "changed" },
  run: async ({ caller, args }) => {
    const { message: id, expect, text, topic, delete: deletes = false } = args;
    if (deletes ? text !== undefined || topic !== undefined : text === undefined && topic === undefined) {
      throw new ToolError("Say a new text or topic, or delete.");
    }
    const { message } = await callEndpoint<{ message: Message }>(caller, `GET /messages/${id}`, {
      apply_markdown: false,
    });
    if (message.sender_id !== caller.user_id) throw new ToolError("This message is someone else's.");
    if (!message.content.trim().startsWith(expect.trim())) {
      throw new ToolError(`The message begins otherwise: ${JSON.stringify(message.content.slice(0, 80))}`);
    }
    if (deletes) await caller.delete(id);
    else {
      const prev_content_sha256 = createHash("sha256").update(message.content).digest("hex");
      const edit = text === undefined ? {} : { content: text, prev_content_sha256 };
      await caller.change(id, { ...edit, topic });
    }
    const done = deletes ? "deleted" : "changed";
    return { text: `${id} ${done}`, data: { message_id: id, done } };
  },
});
