import * as v from "valibot";
import { charactersFor, fitting } from "./budget.ts";
import { type Caller, noDirects, ToolError } from "./caller.ts";
import { type Conversation, conversationName, conversationNamed, narrowOf, noSuchTopic } from "./conversation.ts";
import { fetchMessages, type Message, type MessagePage, messageData, messageLink } from "./messages.ts";
import { conversationText, DEFAULT_TOKENS, format, maxTokens, messageId, type ToolResult, tool, upTo } from "./tool.ts";
import { LONG, nameInHead, transcriptOf } from "./transcript.ts";

const input = v.strictObject({
  conversation: conversationText,
  around: v.optional(messageId),
  after: v.optional(messageId),
  before: v.optional(messageId),
  limit: upTo(200),
  max_tokens: maxTokens,
  format,
});
type Args = Omit<v.InferOutput<typeof input>, "conversation">;

/** Number of characters reserved for the heading and the hint on how to continue. */
const BESIDES = 500;
const HEAD = 250;

export const readConversation = tool({
  name: "read_conversation",
  description:
    "Read a conversation as a transcript, oldest first: the newest messages, or those around, after or before a message id. Marks nothing as read.",
  input,
  scope: "read",
  trialData: { conversation: "", messages: [] },
  async run({ caller, args }) {
    const { after, before, around } = args;
    if ([around, after, before].filter((one) => one !== undefined).length > 1) {
      throw new ToolError("Use one of around, after and before.");
    }
    const { conversation, message } = await conversationNamed(caller, args.conversation);
    const linked = after === undefined && before === undefined ? message : undefined;
    return readPage(caller, conversation, { ...args, around: around ?? linked });
  },
});

export async function readPage(caller: Caller, conversation: Conversation, args: Args): Promise<ToolResult> {
  const { limit = 30 } = args;
  const narrow = narrowOf(conversation, caller);
  const page = await fetchMessages(caller, { narrow, ...rangeOf(args, limit) });
  const { messages } = page;
  if (messages.length === 0 && conversation.kind === "channel" && conversation.topic !== undefined) {
    throw await noSuchTopic(caller, conversation.id, conversation.topic);
  }
  const most = charactersFor(args.max_tokens ?? DEFAULT_TOKENS) - BESIDES;
  const longest = limit === 1 ? most - HEAD : Math.min(LONG, most - HEAD);
  const namesTopics = conversation.kind === "channel" && conversation.topic === undefined;
  const data = messages.map((one) => messageData(one, caller, longest));
  const lines =
    args.format === "data"
      ? data.map((one) => JSON.stringify(one))
      : transcriptOf(messages, { zone: caller.timezone, most: longest, namesTopics });
  const [from, to] = fitting(lines, most, middleOf(messages, args));
  const shown = messages.slice(from, to);
  const more = bounds(page, shown);
  const head = conversationHead(caller, conversation, shown);
  if (args.format === "data") {
    return {
      text: head,
      data: { conversation: conversationName(conversation), messages: data.slice(from, to), ...more },
    };
  }
  return { text: [head, ...lines.slice(from, to), ...wayOn(more)].join("\n") };
}

function rangeOf({ around, after, before }: Args, limit: number) {
  if (after !== undefined) return { anchor: after, include_anchor: false, num_before: 0, num_after: limit };
  if (before !== undefined) return { anchor: before, include_anchor: false, num_before: limit, num_after: 0 };
  if (around === undefined) return { anchor: "newest", num_before: limit, num_after: 0 };
  const earlier = Math.floor((limit - 1) / 2);
  return { anchor: around, num_before: earlier, num_after: limit - 1 - earlier };
}

/** Returns the index of the most important message. Others around it are shown as space permits. */
function middleOf(messages: readonly Message[], { around, after }: Args): number {
  if (after !== undefined) return 0;
  const at = around === undefined ? -1 : messages.findIndex(({ id }) => id >= around);
  return at < 0 ? Math.max(0, messages.length - 1) : at;
}

function conversationHead(caller: Caller, conversation: Conversation, messages: readonly Message[]): string {
  const [first] = messages;
  const last = messages.at(-1);
  const name = conversationName(conversation);
  if (first === undefined || last === undefined) {
    return `${name}  no messages${conversation.kind === "channel" ? "" : `.${noDirects(caller)}`}`;
  }
  const { display_recipient: members } = last;
  const people = typeof members === "string" ? "" : ` (${members.map((one) => nameInHead(one.full_name)).join(", ")})`;
  return `${name}${people}  ${messageLink(caller, last)}  ${messages.length} messages, ${first.id}–${last.id}`;
}

interface More {
  readonly older?: number;
  readonly newer?: number;
}

/** If there are older or newer messages than those shown, returns the arguments for requesting them. */
function bounds({ messages, found_oldest, found_newest }: MessagePage, shown: readonly Message[]): More {
  const [first] = shown;
  const last = shown.at(-1);
  const hasOlder = first !== undefined && (!found_oldest || first.id !== messages[0]?.id);
  const hasNewer = last !== undefined && (!found_newest || last.id !== messages.at(-1)?.id);
  return { ...(hasOlder && { older: first.id }), ...(hasNewer && { newer: last.id }) };
}

function wayOn({ older, newer }: More): string[] {
  const ways = [
    ...(older === undefined ? [] : [`older: before=${older}`]),
    ...(newer === undefined ? [] : [`newer: after=${newer}`]),
  ];
  return ways.length === 0 ? [] : [`— ${ways.join("; ")}`];
}
