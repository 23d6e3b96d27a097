import { keyOf } from "../../../../database/bulk-table.ts";
import { allOf, number } from "./bindings.ts";
import { type Context, HAS_WILDCARD, isWildcardMention, keysOf, RESOLVED } from "./conditions.ts";
import type { TopicSpan } from "./scope.ts";
import { spanKeys } from "./span-tables.ts";
import { LAST_ID, type Span } from "./view.ts";

/** The keys that are wanted: between two bounds (SQL expressions, inclusive), the first so many from one end. */
interface Window {
  readonly low: string;
  readonly high: string;
  readonly order: "ASC" | "DESC";
  readonly limit: number;
}

/** A query of message keys in order, within a window. */
export type Stream = (window: Window) => string;

interface OrderedTable {
  /** Ends in a table of messages `m`. */
  readonly from: string;
  /** The column that the table is read in the order of. */
  readonly column: string;
  /** What is to be added to the column to make it a key. */
  readonly offset?: number;
  readonly where: readonly string[];
  readonly groupBy?: string;
  /** Bounds beyond which nothing can match, so that nothing is read in vain. */
  readonly extent?: readonly [low: number, high: number];
}

function stream({ from, column, offset = 0, where, groupBy, extent }: OrderedTable): Stream {
  return ({ low, high, order, limit }) => {
    const [floor, ceiling] = extent ?? [];
    const start = floor === undefined ? low : `max(${low}, ${number(floor)})`;
    const end = ceiling === undefined ? high : `min(${high}, ${number(ceiling)})`;
    const range = `${column} BETWEEN ${start} - ${number(offset)} AND ${end} - ${number(offset)}`;
    return `SELECT m.key AS key FROM ${from} WHERE ${range} AND ${allOf(where)}
      ${groupBy === undefined ? "" : `GROUP BY ${groupBy}`} ORDER BY ${column} ${order} LIMIT ${number(limit)}`;
  };
}

export const streams = (context: Context) => {
  const { view, bindings } = context;
  const realm = number(view.realm);
  const zero = keyOf(view.realm, 0);
  const byId = (table: string) => `${table} CROSS JOIN messages m ON m.key = ${number(zero)} + ${table}.message_id`;

  return {
    /** The whole organization, newest or oldest first. */
    all: (where: readonly string[], extent: readonly [number, number]) =>
      stream({ from: "messages m", column: "m.key", where, extent }),

    listed: (ids: readonly number[], where: readonly string[]) =>
      stream({
        from: `json_each(${bindings.list(keysOf(ids, view))}) i CROSS JOIN messages m ON m.key = i.value`,
        column: "m.key",
        where,
      }),

    flagged: (flag: number, where: readonly string[]) =>
      stream({
        from: byId("personal_flags"),
        column: "personal_flags.message_id",
        offset: zero,
        where: [
          `personal_flags.realm = ${realm} AND personal_flags.user_id = ${number(view.viewer)}`,
          `personal_flags.flags & ${number(flag)}`,
          ...where,
        ],
      }),

    wildcardMentions: (where: readonly string[]) =>
      stream({
        from: "messages m",
        column: "m.key",
        where: [`m.realm = ${realm} AND ${HAS_WILDCARD}`, isWildcardMention(context), ...where],
      }),

    matching: (match: string, where: readonly string[], extent: readonly [number, number]) =>
      stream({
        from: "message_words CROSS JOIN messages m ON m.key = message_words.rowid",
        column: "message_words.rowid",
        where: [`message_words MATCH ${bindings.text(match)}`, ...where],
        extent,
      }),

    sentBy: (sender: number, where: readonly string[], extent: readonly [number, number]) =>
      stream({
        from: "messages m",
        column: "m.key",
        where: [`m.realm = ${realm} AND m.sender_id = ${number(sender)}`, ...where],
        extent,
      }),

    having: (column: "has_attachment" | "has_image", where: readonly string[], extent: readonly [number, number]) =>
      stream({
        from: "messages m",
        column: "m.key",
        where: [`m.realm = ${realm} AND m.${column} = 1`, ...where],
        extent,
      }),

    resolved: (where: readonly string[], extent: readonly [number, number]) =>
      stream({ from: "messages m", column: "m.key", where: [`m.realm = ${realm} AND ${RESOLVED}`, ...where], extent }),

    reactedTo: (where: readonly string[], extent: readonly [number, number]) =>
      stream({
        from: byId("reactions"),
        column: "reactions.message_id",
        offset: zero,
        where: [`reactions.realm = ${realm}`, ...where],
        groupBy: "reactions.message_id",
        extent,
      }),

    conversations: (spans: readonly Span[], where: readonly string[], whenWanted: (list: string) => string = always) =>
      parts({
        list: whenWanted(bindings.list(spans.map((span) => spanKeys(view.realm, span)))),
        match: `m.realm = ${realm} AND m.conversation_id = part.value ->> 0`,
        where,
      }),

    topics: (topics: readonly TopicSpan[], where: readonly string[]) =>
      parts({
        list: bindings.list(
          topics.map(({ span, topicKey }) => [...spanKeys(view.realm, span), span.channel, topicKey]),
        ),
        match: `m.realm = ${realm} AND m.channel_id = part.value ->> 3 AND m.topic_key = part.value ->> 4`,
        where,
      }),
  };
};

/**
 * The first keys of each part, each found at its place in an index, and of these the first. They pass through a
 * JSON list because SQLite knows no lateral join: joining messages by IN, the nearest to it, took ten times as long.
 */
function parts({ list, match, where }: { list: string; match: string; where: readonly string[] }): Stream {
  return ({ low, high, order, limit }) => {
    const range = `m.key BETWEEN max(${low}, part.value ->> 1) AND min(${high}, part.value ->> 2)`;
    const ends = (column: string) => `ORDER BY ${column} ${order} LIMIT ${number(limit)}`;
    const firstOfPart = `SELECT m.key AS key FROM messages m WHERE ${allOf([match, range, ...where])} ${ends("m.key")}`;
    return `SELECT first.value AS key FROM json_each(${list}) part
      CROSS JOIN json_each((SELECT json_group_array(key) FROM (${firstOfPart}))) first ${ends("first.value")}`;
  };
}

const always = (list: string) => list;

/** So many messages are looked at for each one that is wanted, and as many at least. */
const NEARBY_PER_MESSAGE = 50;
const LEAST_NEARBY = 2500;

/**
 * What is next to the window's end, read in order, and only if there is not enough of it, parts looked up one by one.
 * Whoever is in many conversations finds a page among the nearest messages; whoever is in quiet ones does not, and
 * must not read all that others said meanwhile. The bulk store cannot tell one from the other beforehand.
 */
export function nearbyFirst(everything: Stream, parts: (whenWanted: (list: string) => string) => Stream): Stream {
  return (window) => {
    const { low, high, order, limit } = window;
    const reach = number(Math.max(limit * NEARBY_PER_MESSAGE, LEAST_NEARBY));
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

/** Several streams as one. Pairwise, because D1 takes at most five parts of a compound query. */
export function union(all: readonly Stream[]): Stream {
  const [only, ...rest] = all;
  if (only === undefined) return () => "SELECT NULL AS key WHERE 0";
  if (rest.length === 0) return only;
  const others = union(rest);
  return (window) => `SELECT key FROM (${only(window)}) UNION SELECT key FROM (${others(window)})
    ORDER BY key ${window.order} LIMIT ${number(window.limit)}`;
}

export const keyExtent = (realm: number, spans: readonly Span[]): readonly [number, number] => [
  keyOf(
    realm,
    spans.reduce((least, { first }) => Math.min(least, first), LAST_ID),
  ),
  keyOf(
    realm,
    spans.reduce((most, { last }) => Math.max(most, last ?? LAST_ID), 0),
  ),
];
