import type { BulkReader } from "../../../../database/bulk-reader.ts";
import { unpacked } from "../../../../database/stored.ts";
import type { BotType } from "../../../../protocol/roles.ts";
import { type Bindings, number } from "./bindings.ts";

/**
 * Data that a page's messages need in addition to their rows. Subqueries read it in the same statement, because each
 * query is a round trip to a distant database.
 */
export interface SideQueries {
  /** Members of the direct message conversations that may be on the page. */
  readonly directs: readonly (readonly [conversation: number, members: readonly number[]])[];
  /** Whether to include names and emails of reacting users. */
  readonly reactors: boolean;
}

/** A reaction in a page row. Names and emails are only included if `SideQueries.reactors` is set. */
export type ReactionTuple = readonly [
  user: number,
  emoji_name: string,
  emoji_code: string,
  reaction_type: string,
  email?: string | null,
  full_name?: string | null,
  bot_type?: BotType | null,
];
export type SubmessageTuple = readonly [id: number, sender: number, msg_type: string, content: string];
export type ParticipantTuple = readonly [id: number, email: string, full_name: string];

/**
 * Maximum reactions per page row, because a value is limited to 2 MB. If a message has more, they are fetched
 * separately.
 */
export const MAX_REACTIONS = 1000;

const reactionOf = (base: string, reactors: boolean) =>
  reactors
    ? {
        value: "json_array(r.user_id, r.emoji_name, r.emoji_code, r.reaction_type, w.email, w.full_name, w.bot_type)",
        tables: `reactions r LEFT JOIN users w ON w.key = ${base} + r.user_id`,
      }
    : { value: "json_array(r.user_id, r.emoji_name, r.emoji_code, r.reaction_type)", tables: "reactions r" };

/**
 * Returns the columns, joins and tables that side queries add to a statement about message `m`. The realm's keys start
 * at `base`.
 */
export function sideQueryShape(
  { directs, reactors }: SideQueries,
  { realm, base }: { readonly realm: string; readonly base: string },
  bindings: Bindings,
): { readonly columns: string; readonly joins: string; readonly tables: readonly string[] } {
  const { value, tables } = reactionOf(base, reactors);
  const reactions = `SELECT json_group_array(json(reaction)) FROM (
    SELECT ${value} AS reaction FROM ${tables} WHERE r.realm = ${realm} AND r.message_id = m.id
    ORDER BY r.seq LIMIT ${MAX_REACTIONS + 1})`;
  const submessages = `SELECT json_group_array(json_array(s.id, s.sender_id, s.msg_type, s.content)) FROM (
    SELECT * FROM submessages WHERE realm = ${realm} AND message_id = m.id ORDER BY id) s`;
  const participants = `SELECT json_group_array(json_array(w.id, w.email, w.full_name))
    FROM json_each(directs.members) one CROSS JOIN users w ON w.key = ${base} + one.value`;
  const columns = `(${reactions}) AS reactions, (${submessages}) AS submessages`;
  if (directs.length === 0) return { columns: `${columns}, NULL AS participants`, joins: "", tables: [] };
  const listed = `SELECT value ->> 0, value ->> 1 FROM json_each(${bindings.list(directs)})`;
  return {
    columns: `${columns}, CASE WHEN m.channel_id IS NULL THEN (${participants}) END AS participants`,
    joins: "LEFT JOIN directs ON directs.conversation = m.conversation_id AND m.channel_id IS NULL",
    tables: [`directs(conversation, members) AS MATERIALIZED (${listed})`],
  };
}

/** Fetches all reactions to messages with more than MAX_REACTIONS, oldest first. */
export async function fetchReactions(
  { realm, database }: BulkReader,
  messages: readonly number[],
  reactors: boolean,
): Promise<ReadonlyMap<number, ReactionTuple[]>> {
  if (messages.length === 0) return new Map();
  const { value, tables } = reactionOf(number(realm * 2 ** 32), reactors);
  const { results } = await database
    .prepare(
      `SELECT r.message_id, ${value} AS reaction FROM ${tables}
       WHERE r.realm = ?1 AND r.message_id IN (SELECT value FROM json_each(?2)) ORDER BY r.message_id, r.seq`,
    )
    .bind(realm, JSON.stringify(messages))
    .all<{ message_id: number; reaction: string }>();
  const found = Map.groupBy(results, ({ message_id }) => message_id);
  return new Map([...found].map(([id, rows]) => [id, rows.map(({ reaction }) => unpacked(reaction))]));
}
