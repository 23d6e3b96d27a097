import { keyOf } from "../../../database/bulk-table.ts";
import { type Bindings, number } from "./bindings.ts";
import { compile } from "./compile.ts";
import { type Filter, onlyHome, onlyIds, onlyUnread } from "./filter.ts";
import type { Range } from "./range.ts";
import { LAST_ID, type View } from "./view.ts";

/** Everything that a page of messages depends on: plain data, made in the realm, answered in the Worker. */
export interface PagePlan {
  readonly filter: Filter;
  readonly view: View;
  readonly range: Range;
}

/** The columns to be read of each key of the table `page`, and the tables that they come from. */
export interface Shape {
  readonly columns: string;
  readonly joins: string;
}

/**
 * The anchor and the messages around it (messages.md 4), found by one statement: to a far database each trip counts.
 * A row has the anchor and the columns; there is one without columns where nothing matches.
 */
export function pageStatement(plan: PagePlan, shape: Shape, bindings: Bindings): string {
  const { tables, anchor, page } = plan.range.kind === "listed" ? listed(plan, bindings) : around(plan, bindings);
  const all = [...tables, `anchor(key) AS MATERIALIZED (${anchor})`, `page(key) AS MATERIALIZED (${page})`];
  return `WITH ${all.join(",\n")}
    SELECT anchor.key - ${zeroOf(plan.view)} AS anchor, ${shape.columns}
    FROM anchor LEFT JOIN page ${shape.joins} ORDER BY page.key`;
}

export const zeroOf = ({ realm }: View) => number(keyOf(realm, 0));

interface Keys {
  readonly tables: readonly string[];
  readonly anchor: string;
  readonly page: string;
}

function listed({ filter, view, range }: PagePlan, bindings: Bindings): Keys {
  const ids = range.kind === "listed" ? range.ids : [];
  const { keys, tables } = compile(onlyIds(filter, ids), view, bindings, "page");
  const page = keys({ low: keyAt(view, 1), high: keyAt(view, LAST_ID), order: "ASC", limit: ids.length });
  return { tables: tables.definitions, anchor: `SELECT ${zeroOf(view)}`, page };
}

function around({ filter, view, range }: PagePlan, bindings: Bindings): Keys {
  if (range.kind !== "around") throw new TypeError("a range around an anchor is wanted");
  const anchor = anchorOf(range.anchor, { filter, view }, bindings);
  const { keys, tables } = compile(filter, view, bindings, "page");
  const sides: string[] = [];
  if (range.before > 0) {
    sides.push(keys({ low: keyAt(view, 1), high: `${anchor.key} - 1`, order: "DESC", limit: range.before }));
  }
  // The anchor itself comes with what follows it.
  const after = range.after + Number(range.includeAnchor);
  if (after > 0) {
    const low = range.includeAnchor ? anchor.key : `${anchor.key} + 1`;
    sides.push(keys({ low, high: keyAt(view, LAST_ID), order: "ASC", limit: after }));
  }
  const page = sides.map((side) => `SELECT key FROM (${side})`).join(" UNION ALL ") || "SELECT NULL AS key WHERE 0";
  return { tables: [...anchor.tables, ...tables.definitions], anchor: anchor.sql, page };
}

/** An anchor beyond all messages is one more than the last id that the store can hold. */
function anchorOf(anchor: number | "first_unread", { filter, view }: Pick<PagePlan, "filter" | "view">, bindings: Bindings) {
  if (anchor !== "first_unread") {
    const key = keyAt(view, Math.min(anchor, LAST_ID + 1));
    return { key, sql: `SELECT ${key}`, tables: [] };
  }
  const { keys, tables } = compile(unreadOf(filter), view, bindings, "unread");
  const first = keys({ low: keyAt(view, 1), high: keyAt(view, LAST_ID), order: "ASC", limit: 1 });
  return {
    key: "(SELECT key FROM anchor)",
    sql: `SELECT coalesce((SELECT key FROM (${first})), ${keyAt(view, LAST_ID + 1)})`,
    tables: tables.definitions,
  };
}

/** messages.md 4: in the view of everything, what is muted does not count as the first unread message. */
function unreadOf(filter: Filter): Filter {
  const isUnfiltered = filter.conditions.every(({ kind, negated }) => kind === "home" && !negated);
  return onlyUnread(isUnfiltered ? onlyHome(filter) : filter);
}

const keyAt = ({ realm }: View, id: number) => number(keyOf(realm, id));
