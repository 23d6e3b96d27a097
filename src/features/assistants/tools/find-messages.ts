import * as v from "valibot";
import { charactersFor, fittingFirst } from "./budget.ts";
import { type Caller, noDirects, ToolError } from "./caller.ts";
import { inOneLine } from "./clean.ts";
import { conversationName, conversationNamed, conversationOfMessage, narrowOf, type Term } from "./conversation.ts";
import { anchorAt, fetchMessages, type Message, messageData, messageLink } from "./messages.ts";
import { personNamed } from "./people-list.ts";
import { termsOf } from "./search-query.ts";
import { secondsOf, timeIn } from "./times.ts";
import { conversationText, DEFAULT_TOKENS, format, time, tool, upTo, words } from "./tool.ts";
import { messageText, nameInHead } from "./transcript.ts";

const input = v.strictObject({
  query: v.optional(words(500)),
  in: v.optional(conversationText),
  from: v.optional(words(200)),
  after: v.optional(time),
  before: v.optional(time),
  limit: upTo(50),
  cursor: v.optional(words(40)),
  format,
});
type Args = v.InferOutput<typeof input>;

const SHOWN = 200;

export const findMessages = tool({
  name: "find_messages",
  description:
    "Search messages, newest first. query: words, and operators such as from:, channel:, topic:, has:link, has:attachment, is:mentioned, is:starred, -is:resolved. after and before are ISO 8601.",
  input,
  scope: "read",
  trialData: { messages: [] },
  async run({ caller, args }) {
    const { found, next } = await search(caller, args);
    const most = charactersFor(DEFAULT_TOKENS) - 200;
    const data = found.map((one) => messageData(one, caller, SHOWN));
    const lines =
      args.format === "data"
        ? data.map((one) => JSON.stringify(one))
        : found.map((one) => lineOf(one, caller, args.query));
    const shown = fittingFirst(lines, most);
    const last = found[shown.length - 1];
    const cursor = shown.length < found.length && last !== undefined ? String(last.id) : next;
    const more = cursor === undefined ? {} : { cursor };
    if (args.format === "data")
      return { text: `${shown.length} messages`, data: { messages: data.slice(0, shown.length), ...more } };
    if (found.length === 0)
      return { text: `No messages found in public channels and what the account has received.${noDirects(caller)}` };
    const head = `${shown.length} messages, newest first; link of one: ${messageLink(caller, found[0] as Message)}`;
    return { text: [head, ...shown, ...(cursor === undefined ? [] : [`— older: cursor=${cursor}`])].join("\n") };
  },
});

/** Returns the newest matching messages, up to the limit, and a cursor if there are more. */
export async function search(
  caller: Caller,
  args: Args,
): Promise<{ found: readonly Message[]; next: string | undefined }> {
  const { limit = 15, cursor } = args;
  const narrow = [
    ...(args.in === undefined ? [] : narrowOf((await conversationNamed(caller, args.in)).conversation, caller)),
    ...(args.from === undefined ? [] : [{ operator: "sender", operand: await personNamed(caller, args.from) }]),
    ...(await termsOf(caller, args.query ?? "")),
  ];
  const after = args.after === undefined ? 0 : secondsOf("after", args.after, caller.timezone);
  const before =
    args.before === undefined ? Number.POSITIVE_INFINITY : secondsOf("before", args.before, caller.timezone);
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    throw new ToolError("The cursor is not from an answer of this tool.");
  const anchor =
    cursor !== undefined
      ? { anchor: cursor, include_anchor: false }
      : Number.isFinite(before)
        ? anchorAt(before)
        : { anchor: "newest" };
  const page = { ...anchor, num_before: limit, num_after: 0 };
  const pages = await Promise.all(narrowsOf(narrow).map((one) => fetchMessages(caller, { narrow: one, ...page })));
  const byId = new Map(pages.flatMap(({ messages }) => messages.map((message) => [message.id, message] as const)));
  // A page that ends at a time also contains the first message after it.
  const earlier = [...byId.values()].filter(({ timestamp }) => timestamp < before);
  const newest = earlier.sort((one, other) => other.id - one.id).slice(0, limit);
  const found = newest.filter(({ timestamp }) => timestamp >= after);
  const oldest = newest.at(-1);
  const hasAll = newest.length === earlier.length && pages.every(({ found_oldest }) => found_oldest);
  const isAll = hasAll || oldest === undefined || oldest.timestamp < after;
  return { found, next: isAll ? undefined : String(oldest.id) };
}

const PLACES = new Set(["channel", "channels", "stream", "dm", "dm-including", "id", "with"]);
const PUBLIC: Term = { operator: "channels", operand: "public" };

/**
 * Returns the narrows to search. Without a term that limits it to certain conversations or messages, a narrow finds
 * only messages that the account received, so public channels are searched, too.
 */
const narrowsOf = (narrow: readonly Term[]): readonly (readonly Term[])[] =>
  narrow.some(({ operator, negated }) => PLACES.has(operator) && negated !== true)
    ? [narrow]
    : [narrow, [...narrow, PUBLIC]];

function lineOf(message: Message, caller: Caller, query: string | undefined): string {
  const { id, sender_full_name, timestamp, content } = message;
  const when = timeIn(timestamp, caller.timezone).replace("T", " ");
  return `[${id} ${nameInHead(sender_full_name)} ${when}] ${conversationName(conversationOfMessage(caller, message))}: ${excerpt(content, query ?? "")}`;
}

/** Returns the part of a text around the first search word. */
function excerpt(content: string, query: string): string {
  const text = inOneLine(messageText(content, Number.POSITIVE_INFINITY));
  const sought = query
    .toLowerCase()
    .split(/[\s"]+/)
    .filter((word) => word !== "" && !/^-?[a-z-]+:/.test(word));
  const places = sought.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const at = places.length === 0 ? 0 : Math.min(...places);
  const from = Math.max(0, Math.min(at - SHOWN / 4, text.length - SHOWN));
  const part = Array.from(text.slice(from, from + SHOWN))
    .join("")
    .toWellFormed();
  return `${from > 0 ? "…" : ""}${part}${from + SHOWN < text.length ? "…" : ""}`;
}
