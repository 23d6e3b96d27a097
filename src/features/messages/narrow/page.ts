import { HIGHLIGHTED, matchOfAll } from "../search/index.ts";
import { Bindings, number } from "./bindings.ts";
import { MESSAGE_COLUMNS, type MessageRow } from "./message-row.ts";
import { type FoundRow, type Page, pageOfRows } from "./page-of-rows.ts";
import { type PagePlan, pageStatement, type Shape, zeroOf } from "./page-statement.ts";
import { positive } from "./scope.ts";

/** The part of D1 that a page is read through. */
export interface Database {
  prepare(query: string): {
    bind(...values: string[]): { all<Row>(): Promise<{ results: Row[] }> };
  };
}

/** A page of whole messages. */
export function fetchPage(database: Database, plan: PagePlan): Promise<Page<MessageRow>> {
  const bindings = new Bindings();
  return fetchRows(database, plan, messageShape(plan, bindings), bindings);
}

/** The ids alone of the same page. */
export function fetchPageIds(database: Database, plan: PagePlan): Promise<Page<{ readonly id: number }>> {
  return fetchRows(database, plan, { columns: `page.key - ${zeroOf(plan.view)} AS id`, joins: "" }, new Bindings());
}

async function fetchRows<Row extends { readonly id: number }>(
  database: Database,
  plan: PagePlan,
  shape: Shape,
  bindings: Bindings,
): Promise<Page<Row>> {
  const sql = pageStatement(plan, shape, bindings);
  const { results } = await database
    .prepare(sql)
    .bind(...bindings.values)
    .all<FoundRow<Row>>();
  return pageOfRows<Row>(plan.range, results);
}

function messageShape({ filter, view }: PagePlan, bindings: Bindings): Shape {
  const match = matchOfAll(positive(filter, "search").map(({ query }) => query));
  const matched = match && `message_words MATCH ${bindings.text(match)} AND rowid = m.key`;
  const highlighted = matched === null ? "NULL" : `(SELECT ${HIGHLIGHTED} FROM message_words WHERE ${matched})`;
  const ofViewer = `p.realm = ${number(view.realm)} AND p.user_id = ${number(view.viewer)}`;
  return {
    columns: `${MESSAGE_COLUMNS}, ${highlighted} AS highlighted`,
    joins: `LEFT JOIN messages m ON m.key = page.key
      LEFT JOIN users u ON u.key = ${zeroOf(view)} + m.sender_id
      LEFT JOIN personal_flags p ON ${ofViewer} AND p.message_id = m.id`,
  };
}
