import * as v from "valibot";
import { charactersFor, fittingFirst } from "./budget.ts";
import { type Caller, callEndpoint, noDirects, ToolError } from "./caller.ts";
import { type Channel, channelNamed, channelsOf } from "./channels.ts";
import { inOneLine, truncate } from "./clean.ts";
import { conversationName, type Term } from "./conversation.ts";
import { byConversation, type Message, newestMessages } from "./messages.ts";
import { timeIn } from "./times.ts";
import { DEFAULT_TOKENS, tool, upTo, words } from "./tool.ts";
import { nameInHead } from "./transcript.ts";

const input = v.strictObject({
  kind: v.optional(v.picklist(["channels", "topics", "direct"])),
  channel: v.optional(words(200)),
  match: v.optional(words(200)),
  mine: v.optional(v.boolean()),
  limit: upTo(100),
  cursor: v.optional(words(40)),
});
type Args = v.InferOutput<typeof input>;

/** Newest messages scanned to count unread ones and to find direct conversations. */
const RECENT_SCAN_SIZE = 300;

export const listConversations = tool({
  name: "list_conversations",
  description:
    "List channels, the topics of a channel (newest first), or direct conversations (newest first). mine: only subscribed channels. match: part of a name.",
  input,
  scope: "read",
  trialData: { conversations: [] },
  async run({ caller, args }) {
    const { kind = args.channel === undefined ? "channels" : "topics", match = "", limit = 30, cursor = "0" } = args;
    const skipped = Number(cursor);
    if (!Number.isSafeInteger(skipped) || skipped < 0)
      throw new ToolError("The cursor is not from an answer of this tool.");
    const all = await { channels, topics, direct }[kind](caller, args);
    const fitting = all.filter(({ name }) => name.toLowerCase().includes(match.trim().toLowerCase()));
    const listed = fitting.slice(skipped, skipped + limit);
    const page = listed.map(({ name, more }) => (more === "" ? name : `${name}  ${more}`));
    const shown = fittingFirst(page, charactersFor(DEFAULT_TOKENS) - 100);
    const next = skipped + shown.length;
    const hasMore = next < fitting.length;
    const conversations = listed.slice(0, shown.length).map(({ name, more }) => ({ name, about: more }));
    const data = { conversations, ...(hasMore && { cursor: String(next) }) };
    if (shown.length === 0) {
      const none = {
        channels: "No channels found.",
        topics: "No topics found.",
        direct: "No direct conversations found.",
      };
      return { text: `${none[kind]}${kind === "direct" ? noDirects(caller) : ""}`, data };
    }
    const more = hasMore ? [`— ${fitting.length - next} more: cursor=${next}`] : [];
    return { text: [...shown, ...more].join("\n"), data };
  },
});

interface ConversationLine {
  readonly name: string;
  readonly more: string;
}

async function channels(caller: Caller, { mine = false }: Args): Promise<ConversationLine[]> {
  const [all, { subscriptions }, unread] = await Promise.all([
    channelsOf(caller),
    callEndpoint<{ subscriptions: { stream_id: number }[] }>(caller, "GET /users/me/subscriptions"),
    unreadIn(caller, []),
  ]);
  const subscribed = new Set(subscriptions.map((one) => one.stream_id));
  const told = all.filter((one) => !one.is_archived && (!mine || subscribed.has(one.stream_id)));
  return told.map((one) => {
    const count = unread(({ stream_id }) => stream_id === one.stream_id);
    return { name: `#${inOneLine(one.name)}`, more: aboutChannel(one, subscribed.has(one.stream_id), count) };
  });
}

function aboutChannel({ stream_id, invite_only, description }: Channel, isSubscribed: boolean, unread: string): string {
  const facts = [
    `id ${stream_id}`,
    ...(invite_only ? ["private"] : []),
    ...(isSubscribed ? ["subscribed"] : []),
    ...(unread === "" ? [] : [unread]),
  ];
  const said = truncate(inOneLine(description), 80);
  return `${facts.join(", ")}${said === "" ? "" : ` — ${said}`}`;
}

async function topics(caller: Caller, { channel }: Args): Promise<ConversationLine[]> {
  if (channel === undefined) throw new ToolError("Say of which channel.");
  const { stream_id, name } = channelNamed(await channelsOf(caller), channel.replace(/^#/, ""));
  const [{ topics: found }, unread] = await Promise.all([
    callEndpoint<{ topics: { name: string; max_id: number }[] }>(caller, `GET /users/me/${stream_id}/topics`, {
      allow_empty_topic_name: true,
    }),
    unreadIn(caller, [{ operator: "channel", operand: stream_id }]),
  ]);
  return found.map(({ name: topic, max_id }) => {
    const count = unread(({ subject }) => subject === topic);
    const more = `newest ${max_id}${count === "" ? "" : `, ${count}`}`;
    return { name: conversationName({ kind: "channel", id: stream_id, name, topic }), more };
  });
}

async function direct(caller: Caller): Promise<ConversationLine[]> {
  const { messages } = await newestMessages(caller, [{ operator: "is", operand: "dm" }], RECENT_SCAN_SIZE);
  const newest = byConversation(caller, [...messages].reverse());
  return [...newest].map(([name, all]) => {
    const [last] = all;
    const people = last === undefined || typeof last.display_recipient === "string" ? [] : last.display_recipient;
    const others = people.filter(({ id }) => id !== caller.user_id).map((one) => nameInHead(one.full_name));
    const unread = all.filter(({ flags }) => !flags.includes("read")).length;
    const when = last === undefined ? "" : `newest ${last.id} of ${timeIn(last.timestamp, caller.timezone)}`;
    return {
      name: `${name} (${others.join(", ") || "notes to oneself"})`,
      more: `${when}${unread > 0 ? `, ${unread} unread` : ""}`,
    };
  });
}

/** Returns the number of unread messages in a narrow, or "N or more" if only the newest were fetched. */
async function unreadIn(
  caller: Caller,
  terms: readonly Term[],
): Promise<(isOne: (message: Message) => boolean) => string> {
  const narrow = [...terms, { operator: "is", operand: "unread" }];
  const { messages, found_oldest } = await newestMessages(caller, narrow, RECENT_SCAN_SIZE);
  return (isOne) => {
    const count = messages.filter(isOne).length;
    if (!found_oldest) return count === 0 ? "" : `${count} or more unread`;
    return count === 0 ? "" : `${count} unread`;
  };
}
