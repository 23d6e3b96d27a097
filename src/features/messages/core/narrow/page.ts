import type { BulkReader } from "../../../../database/bulk-reader.ts";
import { HIGHLIGHTED, matchOfAll } from "../search/index.ts";
import { Bindings, number } from "./bindings.ts";
import { MESSAGE_COLUMNS, type MessageRow } from "./message-row.ts";
import { type FoundRow, type MessagePage, pageOfRows } from "./page-of-rows.ts";
import { keyAt, MIN_BYTES, type PagePlan, pageStatement, type RowShape } from "./page-statement.ts";
import { conditionsOf } from "./scope.ts";
import { type SideQueries, sideQueryShape } from "./side-queries.ts";
import type { BulkView } from "./view.ts";

const noSideQueries: SideQueries = { directs: [], reactors: false };

export function fetchPage(
  bulk: BulkReader,
  plan: PagePlan,
  sideQueries = noSideQueries,
): Promise<MessagePage<MessageRow>> {
  return fetchRows(bulk, plan, messageShape(sideQueries));
}

export function fetchPageIds(bulk: BulkReader, plan: PagePlan): Promise<MessagePage<{ readonly id: number }>> {
  return fetchRows(bulk, plan, ({ view }) => ({ columns: `page.key - ${keyAt(view, 0)} AS id`, joins: () => "" }));
}

/**
 * Returns the statement and values of `fetchPage`, or null if no message can match. The testing endpoints use it to
 * explain the query plan.
 */
export const pageQuery = (realm: number, plan: PagePlan, sideQueries: SideQueries) =>
  queryOf(realm, plan, messageShape(sideQueries));

type ShapeOf = (plan: PagePlan<BulkView>, bindings: Bindings) => RowShape;

function queryOf(realm: number, plan: PagePlan, shapeOf: ShapeOf) {
  const bindings = new Bindings();
  const inBulk = { ...plan, view: { ...plan.view, realm } };
  const statement = pageStatement(inBulk, shapeOf(inBulk, bindings), bindings);
  return statement === null ? null : bindings.statement(statement);
}

async function fetchRows<Row extends { readonly id: number }>(
  { realm, database }: BulkReader,
  plan: PagePlan,
  shapeOf: ShapeOf,
): Promise<MessagePage<Row>> {
  const query = queryOf(realm, plan, shapeOf);
  if (query === null) return pageOfRows<Row>(plan, []);
  const { sql, values } = query;
  const { results } = await database
    .prepare(sql)
    .bind(...values)
    .all<FoundRow<Row>>();
  return pageOfRows<Row>(plan, results);
}

const messageShape =
  (sideQueries: SideQueries): ShapeOf =>
  ({ filter, view }, bindings) => {
    const match = matchOfAll(conditionsOf(filter, "search").map(({ query }) => query));
    const side = sideQueryShape(sideQueries, { realm: number(view.realm), base: keyAt(view, 0) }, bindings);
    const ofViewer = `p.realm = ${number(view.realm)} AND p.user_id = ${number(view.viewer)}`;
    return {
      columns: `${MESSAGE_COLUMNS}, ${match === null ? "NULL" : "found.highlighted"} AS highlighted, ${side.columns}`,
      joins: (rows: string) => `LEFT JOIN messages m ON m.key = ${rows}.key
      LEFT JOIN users u ON u.key = ${keyAt(view, 0)} + m.sender_id
      LEFT JOIN personal_flags p ON ${ofViewer} AND p.message_id = m.id
      ${side.joins}`,
      tables: side.tables,
      bytes: messageBytes(number(view.realm)),
      ...(match === null
        ? {}
        : { instead: (keys: string) => ["found", highlightsTable(bindings.text(match), keys)] as const }),
    };
  };

/** Highlighted texts of all matches on the page, from one index query, because a query per row costs far more. */
const highlightsTable = (match: string, keys: string) => `found(key, highlighted) AS MATERIALIZED (
  SELECT rowid, ${HIGHLIGHTED} FROM message_words
  WHERE message_words MATCH ${match} AND rowid BETWEEN (SELECT min(key) FROM ${keys}) AND (SELECT max(key) FROM ${keys})
    AND +rowid IN (SELECT key FROM ${keys}))`;

/** Approximate size of a message in a response. SQLite knows the lengths without reading the values. */
const messageBytes = (realm: string) => `${MIN_BYTES} + octet_length(m.content) + octet_length(m.html)
  + octet_length(m.topic_links) + coalesce(octet_length(m.edit_history), 0)
  + coalesce((SELECT sum(octet_length(s.content)) FROM submessages s WHERE s.realm = ${realm} AND s.message_id = m.id), 0)`;
