import * as v from "valibot";
import { charactersFor, fittingFirst } from "./budget.ts";
import { type Caller, noDirects } from "./caller.ts";
import { inOneLine, truncate } from "./clean.ts";
import type { Term } from "./conversation.ts";
import { anchorAt, byConversation, fetchMessages, type Message, messageData, messageLink } from "./messages.ts";
import { secondsOf, timeIn } from "./times.ts";
import { DEFAULT_TOKENS, maxTokens, time, tool } from "./tool.ts";
import { messageText, nameInHead } from "./transcript.ts";

const GROUPS = [
  { name: "mentions", title: "Mentions", term: { operator: "is", operand: "mentioned" }, most: 50 },
  { name: "direct", title: "Direct", term: { operator: "is", operand: "dm" }, most: 100 },
  { name: "followed", title: "Followed topics", term: { operator: "is", operand: "followed" }, most: 100 },
] as const satisfies readonly { name: string; title: string; term: Term; most: number }[];

/** Narrow for the other messages, which are only counted. It also matches the groups' messages, which are skipped. */
const EVERYTHING_ELSE: Term = { operator: "in", operand: "home" };
const MAX_COUNTED = 400;

const LINES_OF_EACH = 5;
const SHOWN = 160;

export const catchUp = tool({
  name: "catch_up",
  description:
    "What is new for the person: mentions, direct messages and followed topics with their first words, the rest counted. Unread messages, or with since (ISO 8601) all since then.",
  input: v.strictObject({
    since: v.optional(time),
    only: v.optional(v.picklist(["mentions", "direct", "followed", "all"])),
    max_tokens: maxTokens,
  }),
  scope: "read",
  trialData: { groups: [] },
  async run({ caller, args: { since, only = "all", max_tokens } }) {
    const range = since === undefined ? undefined : anchorAt(secondsOf("since", since, caller.timezone));
    const wanted = GROUPS.filter(({ name }) => only === "all" || only === name);
    const pages = await Promise.all([
      ...wanted.map(({ term, most }) => newMessages(caller, term, { range, most })),
      ...(only === "all" ? [newMessages(caller, EVERYTHING_ELSE, { range, most: MAX_COUNTED })] : []),
    ]);
    const seen = new Set<number>();
    const groups = pages.map(({ messages, isAll }, index) => {
      const fresh = messages.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      return { title: wanted[index]?.title, messages: fresh, isAll };
    });
    const lines = groups.flatMap(({ title, messages, isAll }) =>
      messages.length === 0
        ? []
        : title === undefined
          ? counted(caller, messages, isAll)
          : renderSection(caller, title, messages, isAll),
    );
    const data = { groups: groups.map((group, index) => dataOf(caller, wanted[index]?.name ?? "other", group)) };
    if (lines.length === 0) {
      const nothing = since === undefined ? "Nothing is unread." : "Nothing is new since then.";
      return { text: `${nothing}${noDirects(caller)}`, data };
    }
    const shown = fittingFirst(lines, charactersFor(max_tokens ?? DEFAULT_TOKENS) - 200);
    const left = lines.length - shown.length;
    const more = left === 0 ? [] : [`— ${left} more lines: ask with only, or with a larger max_tokens`];
    return { text: [...shown, ...more].join("\n"), data };
  },
});

interface Group {
  readonly messages: readonly Message[];
  readonly isAll: boolean;
}

/**
 * Returns a group as structured output: its conversations with message counts and, unless only counted, their latest
 * messages.
 */
const dataOf = (caller: Caller, name: string, { messages, isAll }: Group) => ({
  name,
  is_all: isAll,
  conversations: [...byConversation(caller, messages)].map(([conversation, all]) => ({
    ...{ conversation, count: all.length },
    ...(name !== "other" && { messages: all.slice(-LINES_OF_EACH).map((one) => messageData(one, caller, SHOWN)) }),
  })),
});

interface CatchUpRange {
  readonly range: ReturnType<typeof anchorAt> | undefined;
  readonly most: number;
}

async function newMessages(caller: Caller, term: Term, { range, most }: CatchUpRange) {
  const page =
    range === undefined
      ? { narrow: [{ operator: "is", operand: "unread" }, term], anchor: "newest", num_before: most, num_after: 0 }
      : { narrow: [term], ...range, num_before: 0, num_after: most };
  const { messages, found_oldest, found_newest } = await fetchMessages(caller, page);
  const others = messages.filter(({ sender_id }) => range === undefined || sender_id !== caller.user_id);
  return { messages: since(others, range), isAll: range === undefined ? found_oldest : found_newest };
}

/** Returns the messages since a time. Needed because the API returns the newest message even if it is older. */
function since(messages: readonly Message[], range: CatchUpRange["range"]): readonly Message[] {
  if (range === undefined) return messages;
  const from = Date.parse(range.anchor_date) / 1000;
  return messages.filter(({ timestamp }) => timestamp >= from);
}

function renderSection(caller: Caller, title: string, messages: readonly Message[], isAll: boolean): string[] {
  const conversations = [...byConversation(caller, messages)].flatMap(([name, all]) => {
    const [first] = all;
    const last = all.at(-1);
    if (first === undefined || last === undefined) return [];
    const people = typeof last.display_recipient === "string" ? "" : ` (${peopleOf(caller, last)})`;
    const earlier = all.length - LINES_OF_EACH;
    const from = earlier > 0 ? `  ${earlier} earlier from ${first.id}` : "";
    return [
      `${name}${people}  ${messageLink(caller, first)}${from}`,
      ...all.slice(-LINES_OF_EACH).map((one) => lineOf(one, caller)),
    ];
  });
  return [`## ${title}: ${messages.length}${isAll ? "" : " or more"}`, ...conversations];
}

const peopleOf = ({ user_id }: Caller, { display_recipient }: Message) =>
  typeof display_recipient === "string"
    ? ""
    : display_recipient.flatMap(({ id, full_name }) => (id === user_id ? [] : [nameInHead(full_name)])).join(", ");

/** Formats only the first line of a message, because messages from integrations can be long. */
function lineOf({ id, sender_full_name, timestamp, content }: Message, { timezone }: Caller): string {
  const [first = ""] = messageText(content, 10 * SHOWN).split("\n");
  return `[${id} ${nameInHead(sender_full_name)} ${timeIn(timestamp, timezone).replace("T", " ")}] ${truncate(inOneLine(first), SHOWN)}`;
}

function counted(caller: Caller, messages: readonly Message[], isAll: boolean): string[] {
  const counts = [...byConversation(caller, messages)].map(([name, { length }]) => ({ name, length }));
  const lines = counts.sort((a, b) => b.length - a.length).map(({ name, length }) => `${name}  ${length}`);
  return [`## Other: ${messages.length}${isAll ? "" : " or more"}`, ...lines];
}
