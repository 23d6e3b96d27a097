import { bulkRowId } from "../../../../database/bulk-table.ts";
import { mentionHtml, type SearchQuery } from "../search/index.ts";
import { PersonalFlag } from "../store/personal-flags.ts";
import { allOf, type Bindings, number } from "./bindings.ts";
import type { Condition } from "./filter.ts";
import { unreadSpans } from "./scope.ts";
import type { SpanTables } from "./span-tables.ts";
import type { Contents, State } from "./terms.ts";
import { type BulkView, isStorableId, LAST_ID, type TopicReference } from "./view.ts";

export interface CompileContext {
  readonly view: BulkView;
  readonly bindings: Bindings;
  readonly tables: SpanTables;
}

export const RESOLVED = "substr(m.topic, 1, 2) = '✔ '";
const HAS_ASSISTANT = "m.grant_id IS NOT NULL";
export const HAS_WILDCARD = "(m.channel_wildcard = 1 OR m.topic_wildcard_users IS NOT NULL)";

/**
 * Returns the SQL of a condition on a message `m`. Its value is never NULL. A unary plus prevents SQLite from choosing
 * an index for it, because `compile` decides which index drives the statement.
 */
export function conditionSql(condition: Condition, context: CompileContext): string {
  const sql = testSql(condition, context);
  return condition.negated ? `NOT (${sql})` : sql;
}

function testSql(condition: Condition, context: CompileContext): string {
  const { bindings, view } = context;
  switch (condition.kind) {
    case "conversations":
      return isListedConversation(condition.ids, bindings);
    case "topic":
      return `(m.channel_id IS NOT NULL AND +m.topic_key = ${bindings.text(condition.key)})`;
    case "sender":
      return `+m.sender_id = ${number(condition.id)}`;
    case "mentions":
      return `instr(m.html, ${bindings.text(mentionHtml(condition.id))}) > 0`;
    case "ids":
      return isListed(condition.ids, context);
    case "search":
      return searchSql(condition, context);
    case "has":
      return hasSql(condition.what, view);
    case "is":
      return stateSql(condition.what, context);
    case "home":
      return `(NOT ${mutedSql(context)} OR ${isMentioned(context)})`;
    case "sent-from":
      return `m.sent_at >= ${number(condition.time)}`;
    default:
      return condition satisfies never;
  }
}

export const isListedConversation = (ids: readonly number[], bindings: Bindings) =>
  `+m.conversation_id IN (SELECT value FROM json_each(${bindings.list(ids)}))`;

function searchSql(
  { query, negated }: { query: SearchQuery; negated: boolean },
  { bindings, view }: CompileContext,
): string {
  if (query.match === null) return "0";
  const match = `message_words MATCH ${bindings.text(query.match)}`;
  // One index query finds all matches. A negated search, which excludes little, takes one query per message.
  const found = negated
    ? `EXISTS (SELECT 1 FROM message_words WHERE ${match} AND rowid = m.key)`
    : `+m.key IN (SELECT rowid FROM message_words WHERE ${match} AND rowid BETWEEN ${keyRange(view)})`;
  return allOf([found, ...exactPhrases(query, bindings)]);
}

/** Returns conditions for literal occurrences of quoted phrases, which the index of stems can't check. */
export function exactPhrases({ exact }: SearchQuery, bindings: Bindings): string[] {
  if (exact.length === 0) return [];
  const inContent = "instr(replace(lower(m.content), char(10), ' '), e.value)";
  const isMissing = `NOT ${inContent} AND NOT instr(lower(m.topic), e.value)`;
  return [`NOT EXISTS (SELECT 1 FROM json_each(${bindings.list(exact)}) e WHERE ${isMissing})`];
}

function hasSql(what: Contents, { realm }: BulkView): string {
  if (what === "assistant") return HAS_ASSISTANT;
  if (what !== "reaction") return `m.has_${what} = 1`;
  return `EXISTS (SELECT 1 FROM reactions r WHERE r.realm = ${number(realm)} AND r.message_id = m.id)`;
}

function stateSql(state: State, context: CompileContext): string {
  const { visibility } = context.view;
  switch (state) {
    case "dm":
      return "m.channel_id IS NULL";
    case "starred":
      return isFlagged(PersonalFlag.starred, context.view);
    case "alerted":
      return isFlagged(PersonalFlag.hasAlertWord, context.view);
    case "mentioned":
      return isMentioned(context);
    case "unread":
      return isUnread(context);
    case "resolved":
      return `(m.channel_id IS NOT NULL AND ${RESOLVED})`;
    case "followed":
      return `(m.channel_id IS NOT NULL AND ${isIn(visibility.followed, context)})`;
    case "muted":
      return mutedSql(context);
    default:
      return state satisfies never;
  }
}

export const isFlagged = (flag: number, { realm, viewer }: BulkView) =>
  `EXISTS (SELECT 1 FROM personal_flags p WHERE p.realm = ${number(realm)} AND p.user_id = ${number(viewer)}
     AND p.message_id = m.id AND p.flags & ${number(flag)})`;

/** Wildcard mentions concern only users who received the message. */
export const isWildcardMention = ({ view, tables }: CompileContext) =>
  `((m.channel_wildcard = 1 OR (m.topic_wildcard_users IS NOT NULL AND
       EXISTS (SELECT 1 FROM json_each(m.topic_wildcard_users) u WHERE u.value = ${number(view.viewer)})))
    AND ${tables.contain("received", () => view.received)})`;

const isMentioned = (context: CompileContext) =>
  `(${isFlagged(PersonalFlag.mentioned, context.view)} OR ${isWildcardMention(context)})`;

function isUnread(context: CompileContext): string {
  const { view, tables } = context;
  const { low, unread } = view.read;
  // A span that starts right above `low` is treated as whole, which is quicker to test.
  const isOpen = tables.contain("open", () =>
    unreadSpans(view).map((span) => (span.first === low + 1 ? { ...span, first: 1 } : span)),
  );
  const isLate = `m.key > ${number(bulkRowId(view.realm, low))}`;
  return `(${isListed(unread, context)} OR (${isLate} AND ${isOpen} AND ${isNotRead(context)}))`;
}

/** Returns the condition that a message above `low`, in an open span, is unread. */
export function isNotRead(context: CompileContext): string {
  const { mutedSenders, read } = context.view;
  const unlisted = `NOT ${isListed(read.read, context)}`;
  if (mutedSenders.length === 0) return unlisted;
  return `${unlisted} AND m.sender_id NOT IN (SELECT value FROM json_each(${context.bindings.list(mutedSenders)}))`;
}

function isListed(ids: readonly number[], { bindings, view }: CompileContext): string {
  return `+m.key IN (SELECT value FROM json_each(${bindings.list(bulkRowIds(ids, view))}))`;
}

export const bulkRowIds = (ids: readonly number[], { realm }: BulkView) =>
  ids.filter(isStorableId).map((id) => bulkRowId(realm, id));

const keyRange = ({ realm }: BulkView) => `${number(bulkRowId(realm, 0))} AND ${number(bulkRowId(realm, LAST_ID))}`;

const isIn = (topics: readonly TopicReference[], { bindings }: CompileContext) =>
  `(+m.channel_id, +m.topic_key) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${bindings.list(topics)}))`;

/**
 * Returns the condition that a topic is muted. A topic's own visibility policy overrides its channel's mute
 * (channels-topics.md 6).
 */
function mutedSql(context: CompileContext): string {
  const { muted, unmuted, followed, mutedChannels } = context.view.visibility;
  const inMutedChannel = `m.channel_id IN (SELECT value FROM json_each(${context.bindings.list(mutedChannels)}))`;
  const shown = isIn([...unmuted, ...followed], context);
  return `(m.channel_id IS NOT NULL AND (${isIn(muted, context)} OR (${inMutedChannel} AND NOT ${shown})))`;
}
