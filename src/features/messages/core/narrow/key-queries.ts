import { bulkRowId } from "../../../../database/bulk-table.ts";
import { allOf, number } from "./bindings.ts";
import { bulkRowIds, type CompileContext, HAS_WILDCARD, isWildcardMention } from "./conditions.ts";
import type { TopicSpan } from "./scope.ts";
import { spanKeys } from "./span-tables.ts";
import { LAST_ID, type Span } from "./view.ts";

/** The first `limit` keys, from one end, between two inclusive bounds (SQL expressions). */
interface KeyRange {
  readonly low: string;
  readonly high: string;
  readonly order: "ASC" | "DESC";
  readonly limit: number;
}

/** SQL that finds message keys in order, within a range. */
export type KeyQuery = (window: KeyRange) => string;

interface OrderedTable {
  /** FROM clause with `m` as the messages table. */
  readonly from: string;
  readonly column: string;
  /** Number to add to the column to get a key. */
  readonly offset?: number;
  readonly where: readonly string[];
  readonly groupBy?: string;
  /** Bounds of the keys that can match. Nothing is read outside of them. */
  readonly extent?: readonly [low: number, high: number];
}

function keyQuery({ from, column, offset = 0, where, groupBy, extent }: OrderedTable): KeyQuery {
  return ({ low, high, order, limit }) => {
    const [floor, ceiling] = extent ?? [];
    const start = floor === undefined ? low : `max(${low}, ${number(floor)})`;
    const end = ceiling === undefined ? high : `min(${high}, ${number(ceiling)})`;
    const range = `${column} BETWEEN ${start} - ${number(offset)} AND ${end} - ${number(offset)}`;
    return `SELECT m.key AS key FROM ${from} WHERE ${range} AND ${allOf(where)}
      ${groupBy === undefined ? "" : `GROUP BY ${groupBy}`} ORDER BY ${column} ${order} LIMIT ${number(limit)}`;
  };
}

/** Queries that find candidate keys. Each takes the conditions that its index doesn't imply. */
export const keyQueries = (context: CompileContext) => {
  const { view, bindings } = context;
  const realm = number(view.realm);
  const zero = bulkRowId(view.realm, 0);
  const byId = (table: string) => `${table} CROSS JOIN messages m ON m.key = ${number(zero)} + ${table}.message_id`;

  return {
    all: (where: readonly string[], extent: readonly [number, number]) =>
      keyQuery({ from: "messages m", column: "m.key", where, extent }),

    listed: (ids: readonly number[], where: readonly string[]) =>
      keyQuery({
        from: `json_each(${bindings.list(bulkRowIds(ids, view))}) i CROSS JOIN messages m ON m.key = i.value`,
        column: "m.key",
        where,
      }),

    /** Messages flagged by a user, by default the viewer. */
    flagged: (flag: number, where: readonly string[], user: number = view.viewer) =>
      keyQuery({
        from: byId("personal_flags"),
        column: "personal_flags.message_id",
        offset: zero,
        where: [
          `personal_flags.realm = ${realm} AND personal_flags.user_id = ${number(user)}`,
          `personal_flags.flags & ${number(flag)}`,
          ...where,
        ],
      }),

    wildcardMentions: (where: readonly string[]) =>
      keyQuery({
        from: "messages m",
        column: "m.key",
        where: [`m.realm = ${realm} AND ${HAS_WILDCARD}`, isWildcardMention(context), ...where],
      }),

    matching: (match: string, where: readonly string[], extent: readonly [number, number]) =>
      keyQuery({
        from: "message_words CROSS JOIN messages m ON m.key = message_words.rowid",
        column: "message_words.rowid",
        where: [`message_words MATCH ${bindings.text(match)}`, ...where],
        extent,
      }),

    sentBy: (sender: number, where: readonly string[], extent: readonly [number, number]) =>
      keyQuery({
        from: "messages m",
        column: "m.key",
        where: [`m.realm = ${realm} AND m.sender_id = ${number(sender)}`, ...where],
        extent,
      }),

    /** Messages in a partial index, given the index's condition. */
    marked: (condition: string, where: readonly string[], extent: readonly [number, number]) =>
      keyQuery({
        from: "messages m",
        column: "m.key",
        where: [`m.realm = ${realm} AND ${condition}`, ...where],
        extent,
      }),

    reactedTo: (where: readonly string[], extent: readonly [number, number]) =>
      keyQuery({
        from: byId("reactions"),
        column: "reactions.message_id",
        offset: zero,
        where: [`reactions.realm = ${realm}`, ...where],
        groupBy: "reactions.message_id",
        extent,
      }),

    conversations: (spans: readonly Span[], where: readonly string[], whenWanted: (list: string) => string = always) =>
      queryEach({
        list: whenWanted(bindings.list(spans.map((span) => spanKeys(view.realm, span)))),
        match: `m.realm = ${realm} AND m.conversation_id = part.value ->> 0`,
        where,
      }),

    topics: (topics: readonly TopicSpan[], where: readonly string[]) =>
      queryEach({
        list: bindings.list(
          topics.map(({ span, topicKey }) => [...spanKeys(view.realm, span), span.channel, topicKey]),
        ),
        match: `m.realm = ${realm} AND m.channel_id = part.value ->> 3 AND m.topic_key = part.value ->> 4`,
        where,
      }),
  };
};

/**
 * Finds the first keys of all spans or topics in a list, by combining the first keys of each. Each one's keys pass
 * through a JSON list because SQLite has no lateral join. Joining messages by IN, the closest alternative, took ten
 * times as long.
 */
function queryEach({ list, match, where }: { list: string; match: string; where: readonly string[] }): KeyQuery {
  return ({ low, high, order, limit }) => {
    const range = `m.key BETWEEN max(${low}, part.value ->> 1) AND min(${high}, part.value ->> 2)`;
    const ends = (column: string) => `ORDER BY ${column} ${order} LIMIT ${number(limit)}`;
    const firstOfPart = `SELECT m.key AS key FROM messages m WHERE ${allOf([match, range, ...where])} ${ends("m.key")}`;
    return `SELECT first.value AS key FROM json_each(${list}) part
      CROSS JOIN json_each((SELECT json_group_array(key) FROM (${firstOfPart}))) first ${ends("first.value")}`;
  };
}

const always = (list: string) => list;

/** How many of the nearest messages are checked for each requested message, and the minimum in total. */
const NEARBY_PER_MESSAGE = 50;
const MIN_NEARBY = 2500;

/**
 * Searches the messages nearest to the anchor first, and single conversations only if too few of them match. Users with
 * many conversations find a page among the nearest messages. Users with quiet conversations don't, and would have to
 * read everyone else's messages in between. D1 keeps no statistics to distinguish the two cases.
 */
export function nearbyFirst(everything: KeyQuery, parts: (whenWanted: (list: string) => string) => KeyQuery): KeyQuery {
  return (window) => {
    const { low, high, order, limit } = window;
    const reach = number(Math.max(limit * NEARBY_PER_MESSAGE, MIN_NEARBY));
    const end = (side: "min" | "max") => `(SELECT ${side}(key) FROM messages WHERE key BETWEEN ${low} AND ${high})`;
    const nearby =
      order === "DESC"
        ? { ...window, low: `max(${low}, ${end("max")} - ${reach})` }
        : { ...window, high: `min(${high}, ${end("min")} + ${reach})` };
    const unlessEnough = (list: string) =>
      `CASE WHEN (SELECT count(*) FROM nearby) < ${number(limit)} THEN ${list} ELSE '[]' END`;
    return `WITH nearby(key) AS MATERIALIZED (${everything(nearby)})
      SELECT key FROM nearby UNION SELECT key FROM (${parts(unlessEnough)(window)})
      ORDER BY key ${order} LIMIT ${number(limit)}`;
  };
}

/** Joins several queries, in pairs because D1 limits a compound query to five parts. */
export function union(all: readonly KeyQuery[]): KeyQuery {
  const [only, ...rest] = all;
  if (only === undefined) return () => "SELECT NULL AS key WHERE 0";
  if (rest.length === 0) return only;
  const others = union(rest);
  return (window) => `SELECT key FROM (${only(window)}) UNION SELECT key FROM (${others(window)})
    ORDER BY key ${window.order} LIMIT ${number(window.limit)}`;
}

export const keyExtent = (realm: number, spans: readonly Span[]): readonly [number, number] => [
  bulkRowId(
    realm,
    spans.reduce((least, { first }) => Math.min(least, first), LAST_ID),
  ),
  bulkRowId(
    realm,
    spans.reduce((most, { last }) => Math.max(most, last ?? LAST_ID), 0),
  ),
];
