import * as v from "valibot";
import type { Exchange } from "../../../mcp/exchange.ts";
import { charactersFor, fitting } from "./budget.ts";
import { type Caller, callEndpoint, EventQueue, ToolError } from "./caller.ts";
import { indented, truncate } from "./clean.ts";
import { type Conversation, conversationNamed, narrowOf, type Term } from "./conversation.ts";
import { fetchMessages, type Message, newestMessages } from "./messages.ts";
import { personNamed } from "./people-list.ts";
import { conversationText, DEFAULT_TOKENS, type ToolResult, tool, upTo, words } from "./tool.ts";
import { LONG, transcriptOf } from "./transcript.ts";

const input = v.strictObject({
  handle: v.optional(words(40)),
  conversation: v.optional(conversationText),
  from: v.optional(words(200)),
  cursor: v.optional(words(40)),
  seconds: upTo(50),
});

const PROGRESS_MS = 15_000;
const POLL_INTERVAL_MS = 1000;
const MAX_MESSAGES = 30;

export const awaitReply = tool({
  name: "await_reply",
  description:
    "Wait up to 50 seconds for what the person decides about a handle, or for someone else's message in a conversation. Pass the cursor of the last answer to go on without losing any.",
  input,
  output: v.object({
    state: v.string(),
    cursor: v.optional(v.string()),
    answer: v.optional(v.string()),
    message_id: v.optional(v.number()),
  }),
  scope: "read",
  // Scripts don't wait: they run again when a reply arrives.
  trialData: null,
  async run({ caller, args: { handle, conversation: name, from, cursor, seconds = 45 }, exchange }) {
    if (handle !== undefined && caller.scopes === null)
      throw new ToolError("A bot has no handles: say a conversation.");
    if (handle !== undefined) return decisionOn(caller, handle, { seconds, exchange });
    if (name === undefined) throw new ToolError("Say a handle, or in which conversation.");
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
      throw new ToolError("The cursor is not from an answer of this tool.");
    const { conversation } = await conversationNamed(caller, name);
    const sender = from === undefined ? [] : [{ operator: "sender", operand: await personNamed(caller, from) }];
    const narrow = [...narrowOf(conversation, caller), ...sender];
    const queue = await EventQueue.begin(caller, ["message"], narrowOfQueue(conversation));
    try {
      const since = cursor === undefined ? await newestOf(caller, narrow) : Number(cursor);
      const look = () => repliesAfter(caller, narrow, since);
      return answerOf(caller, await waitFor(queue, { look, seconds, exchange }), since);
    } finally {
      await queue.end();
    }
  },
});

async function newestOf(caller: Caller, narrow: readonly Term[]): Promise<number> {
  const { messages } = await newestMessages(caller, narrow, 1);
  return messages[0]?.id ?? 0;
}

async function repliesAfter(caller: Caller, narrow: readonly Term[], since: number): Promise<readonly Message[]> {
  const range = { anchor: since, include_anchor: false, num_before: 0, num_after: MAX_MESSAGES };
  // Excludes the account's own messages, which could otherwise fill the page and hide later replies.
  const others = [...narrow, { operator: "sender", operand: caller.user_id, negated: true }];
  return (await fetchMessages(caller, { narrow: others, ...range })).messages;
}

function answerOf(caller: Caller, found: readonly Message[], since: number) {
  const form = { zone: caller.timezone, most: LONG, namesTopics: false };
  const lines = transcriptOf(found, form);
  const [, to] = fitting(lines, charactersFor(DEFAULT_TOKENS) - 200, 0);
  const shown = found.slice(0, to);
  const cursor = String(shown.at(-1)?.id ?? since);
  const state = shown.length === 0 ? "timed_out" : "reply";
  return {
    text: [...lines.slice(0, to), `— ${state}, cursor=${cursor}`].join("\n"),
    data: { state, cursor },
  };
}

const DIRECT = [["is", "dm"]];

const narrowOfQueue = (conversation: Conversation) =>
  conversation.kind === "direct"
    ? DIRECT
    : [
        ["channel", String(conversation.id)],
        ...(conversation.topic === undefined ? [] : [["topic", conversation.topic]]),
      ];

interface RequestState {
  readonly state: "waiting" | "approved" | "declined" | "expired" | "failed" | "answered";
  readonly answer: string | null;
  readonly message_id: number | null;
}

/** Waits for the user's decision, which is a reaction or a message. */
async function decisionOn(
  caller: Caller,
  handle: string,
  { seconds, exchange }: { readonly seconds: number; readonly exchange: Exchange },
): Promise<ToolResult> {
  const look = async () => {
    const found = await callEndpoint<RequestState>(caller, "GET /assistants/requests", { handle });
    return found.state === "waiting" ? [] : [found];
  };
  const queue = await EventQueue.begin(caller, ["message", "reaction"], DIRECT);
  try {
    const [decided] = await waitFor(queue, { look, seconds, exchange });
    if (decided === undefined)
      return { text: "timed_out: the person has not decided yet.", data: { state: "timed_out" } };
    const { answer, message_id } = decided;
    const state = decided.state === "answered" ? "reply" : decided.state;
    const said = answer === null ? "" : `: ${indented(truncate(answer, LONG))}`;
    const sent = message_id === null ? "" : ` as message ${message_id}`;
    const data = { state, ...(answer !== null && { answer }), ...(message_id !== null && { message_id }) };
    return { text: `${state}${sent}${said}`, data };
  } finally {
    await queue.end();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));

interface WaitOptions<T> {
  readonly look: () => Promise<readonly T[]>;
  readonly seconds: number;
  readonly exchange: Exchange;
}

/** Calls `look` after events, at most once per second, until it returns something or the time is up. */
async function waitFor<T>(queue: EventQueue, { look, seconds, exchange }: WaitOptions<T>): Promise<readonly T[]> {
  const { signal, progress } = exchange;
  let [isOver, waited] = [false, 0];
  const over = Promise.withResolvers<void>();
  const end = () => {
    isOver = true;
    over.resolve();
  };
  const timer = setTimeout(end, seconds * 1000);
  signal.addEventListener("abort", end);
  const telling = setInterval(() => {
    waited += PROGRESS_MS / 1000;
    progress(waited, "waiting", seconds);
  }, PROGRESS_MS);
  try {
    for (;;) {
      const found = await look();
      if (found.length > 0 || isOver) return found;
      await Promise.race([Promise.all([eventOf(queue), pause()]), over.promise]);
    }
  } finally {
    clearTimeout(timer);
    clearInterval(telling);
  }
}

async function eventOf(queue: EventQueue): Promise<void> {
  while ((await queue.next()).length === 0);
}
