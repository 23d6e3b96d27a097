import * as v from "valibot";
import { userMarkdown } from "../../../markup/index.ts";
import { callEndpoint, checkKey, ToolError } from "./caller.ts";
import { conversationNamed, conversationTarget } from "./conversation.ts";
import { type Message, messageLink } from "./messages.ts";
import { conversationText, messageId, tool, words } from "./tool.ts";

const input = v.strictObject({
  conversation: conversationText,
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(10_000)),
  reply_to: v.optional(messageId),
  key: v.optional(words(64)),
});

const output = v.object({
  state: v.picklist(["sent", "awaiting_approval"]),
  message_id: v.optional(v.number()),
  url: v.optional(v.string()),
  handle: v.optional(v.string()),
});

export const sendMessage = tool({
  name: "send_message",
  description:
    "Send a message in the person's name, only if they asked for it. reply_to quotes the link of a message there. The same key never sends twice.",
  input,
  output,
  scope: "write",
  trialData: { state: "sent", message_id: 0, url: "" },
  run: async ({ caller, args }) => {
    checkKey(caller, args.key);
    const { conversation } = await conversationNamed(caller, args.conversation);
    if (conversation.kind === "channel" && conversation.topic === undefined) {
      throw new ToolError(`Say the topic too: #${conversation.name} > topic.`);
    }
    const content = args.reply_to === undefined ? args.text : await replying(args.reply_to);
    const id = await caller.send({ ...conversationTarget(conversation, caller), content });
    const { message } = await callEndpoint<{ message: Message }>(caller, `GET /messages/${id}`, {
      allow_empty_topic_name: true,
    });
    const url = messageLink(caller, message);
    return { text: `Sent as ${id}: ${url}`, data: { state: "sent", message_id: id, url } };

    async function replying(to: number): Promise<string> {
      const { message } = await callEndpoint<{ message: Message }>(caller, `GET /messages/${to}`, {
        allow_empty_topic_name: true,
      });
      return `${userMarkdown({ full_name: message.sender_full_name, id: message.sender_id })} [said](${messageLink(caller, message)}):\n${args.text}`;
    }
  },
});
