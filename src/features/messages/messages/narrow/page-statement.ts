import { keyOf } from "../../../../database/bulk-table.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { type Bindings, number } from "./bindings.ts";
import { compile, type Matches } from "./compile.ts";
import { type Filter, onlyHome, onlyIds, onlyUnread } from "./filter.ts";
import type { Range } from "./range.ts";
import { type BulkView, LAST_ID, type View } from "./view.ts";

/** Everything that a page of messages depends on: plain data, made in the realm, answered in the Worker. */
export interface PagePlan<V extends View = View> {
  readonly filter: Filter;
  readonly view: V;
  readonly range: Range;
}

/** What is to be read of each key of the table `page`. */
export interface Shape {
  readonly columns: string;
  /** The tables that the columns come from, joined to that of the keys. */
  readonly joins: (rows: string) => string;
  /** Definitions of other tables that the joins name. */
  readonly tables?: readonly string[];
  /** What a row takes, in bytes, of message `m`: a page of rows that would take too much ends early. */
  readonly bytes?: string;
  /** A table of the same keys and more, to be read instead of `page`: its name, and its definition. */
  readonly instead?: (keys: string) => readonly [name: string, definition: string];
}

/** Whether it depends on what the viewer has muted and follows. */
export const dependsOnVisibility = ({ conditions }: Filter, range: Range): boolean =>
  (range.kind === "around" && range.anchor === "first_unread") ||
  conditions.some(
    (one) => one.kind === "home" || (one.kind === "is" && (one.what === "followed" || one.what === "muted")),
  );

/** A table of one anchor, how to refer to it, and the tables that it is found by. */
interface Anchor {
  readonly key: string;
  readonly query: string;
  readonly tables: readonly string[];
}

/**
 * The anchor and the messages around it (messages.md 4), found by one statement: to a far database each trip counts.
 * A row has the anchor and the columns, in no order: to sort whole messages would cost the store a copy of each. There
 * is one without columns where nothing matches. Null means that nothing can match.
 */
export function pageStatement(plan: PagePlan<BulkView>, shape: Shape, bindings: Bindings): string | null {
  const { view, range } = plan;
  const filter = range.kind === "listed" ? onlyIds(plan.filter, range.ids) : plan.filter;
  const matches = compile(filter, view, bindings, "page");
  if (matches === null) return null;
  const anchor = range.kind === "listed" ? anchorAt(0, view) : anchorOf(range.anchor, filter, view, bindings);
  const page = range.kind === "listed" ? all(matches, range.ids.length, view) : around(range, matches, anchor, view);
  const tables = [
    ...anchor.tables,
    ...matches.tables,
    `anchor(key) AS MATERIALIZED (${anchor.query})`,
    `page(key) AS MATERIALIZED (${page})`,
  ];
  const cut = shape.bytes === undefined || mostRows(range) <= NEVER_CUT ? undefined : fittingPage(shape.bytes, range);
  if (cut) tables.push(cut);
  const keys = cut ? "fitting" : "page";
  const [rows, definition] = shape.instead?.(keys) ?? [keys];
  if (definition !== undefined) tables.push(definition);
  tables.push(...(shape.tables ?? []));
  return `WITH ${tables.join(",\n")}
    SELECT anchor.key - ${keyAt(view, 0)} AS anchor, ${cut ? CUTS : NO_CUTS}, ${shape.columns}
    FROM anchor LEFT JOIN ${rows} ${shape.joins(rows)}`;
}

/** So few rows are never too much. */
const NEVER_CUT = 10;

const mostRows = (range: Range) => (range.kind === "listed" ? range.ids.length : range.before + range.after);

/** Whether there are more messages on either side than fit. */
const CUTS = `(SELECT min(key) FROM page) < (SELECT min(key) FROM fitting) AS cut_before,
  (SELECT max(key) FROM page) > (SELECT max(key) FROM fitting) AS cut_after`;
const NO_CUTS = "0 AS cut_before, 0 AS cut_after";

/** The keys of a page as far as they fit, from the anchor on either side: always the nearest, however much it takes. */
function fittingPage(bytes: string, range: Range): string {
  const sides = range.kind === "around" && range.before > 0 && range.after > 0 ? 2 : 1;
  const nearer = `sum(bytes) OVER (PARTITION BY is_before ORDER BY CASE WHEN is_before THEN -key ELSE key END
      ROWS UNBOUNDED PRECEDING) - bytes`;
  return `fitting(key) AS MATERIALIZED (SELECT key FROM (
    SELECT key, ${nearer} AS nearer FROM (
      SELECT page.key AS key, page.key < anchor.key AS is_before, ${bytes} AS bytes
      FROM anchor CROSS JOIN page CROSS JOIN messages m ON m.key = page.key))
    WHERE nearer < ${number(limits.answer.page_bytes / sides)})`;
}

export const keyAt = ({ realm }: BulkView, id: number) => number(keyOf(realm, id));

const all = (matches: Matches, limit: number, view: BulkView) =>
  matches.keys({ low: keyAt(view, 1), high: keyAt(view, LAST_ID), order: "ASC", limit });

function around(range: Extract<Range, { kind: "around" }>, matches: Matches, anchor: Anchor, view: BulkView): string {
  const sides: string[] = [];
  if (range.before > 0) {
    const high = `${anchor.key} - 1`;
    sides.push(matches.keys({ low: keyAt(view, 1), high, order: "DESC", limit: range.before }));
  }
  // The anchor itself comes with what follows it.
  const after = range.after + Number(range.includeAnchor);
  if (after > 0) {
    const low = range.includeAnchor ? anchor.key : `${anchor.key} + 1`;
    sides.push(matches.keys({ low, high: keyAt(view, LAST_ID), order: "ASC", limit: after }));
  }
  return sides.map((side) => `SELECT key FROM (${side})`).join(" UNION ALL ") || "SELECT NULL AS key WHERE 0";
}

/** An anchor beyond all messages stands after the last id that the store can hold. */
function anchorAt(id: number, view: BulkView): Anchor {
  const key = keyAt(view, Math.min(id, LAST_ID + 1));
  return { key, query: `SELECT ${key}`, tables: [] };
}

function anchorOf(anchor: number | "first_unread", filter: Filter, view: BulkView, bindings: Bindings): Anchor {
  if (anchor !== "first_unread") return anchorAt(anchor, view);
  const unread = compile(unreadOf(filter), view, bindings, "unread");
  if (unread === null) return anchorAt(LAST_ID + 1, view);
  return {
    key: "(SELECT key FROM anchor)",
    query: `SELECT coalesce((SELECT key FROM (${all(unread, 1, view)})), ${keyAt(view, LAST_ID + 1)})`,
    tables: unread.tables,
  };
}

/** messages.md 4: in the view of everything, what is muted does not count as the first unread message. */
function unreadOf(filter: Filter): Filter {
  const isUnfiltered = filter.conditions.every(({ kind, negated }) => kind === "home" && !negated);
  return onlyUnread(isUnfiltered ? onlyHome(filter) : filter);
}
