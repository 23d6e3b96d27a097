import { bulkRowId } from "../../../../database/bulk-table.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { type Bindings, number } from "./bindings.ts";
import { compile, type Matches } from "./compile.ts";
import { type Filter, onlyHome, onlyIds, onlySentFrom, onlyUnread } from "./filter.ts";
import type { PageRange } from "./range.ts";
import { type BulkView, LAST_ID, type View } from "./view.ts";

/**
 * Everything a page of messages depends on, as plain data: created in the realm, and used by the Worker to query D1.
 */
export interface PagePlan<V extends View = View> {
  readonly filter: Filter;
  readonly view: V;
  readonly range: PageRange;
  /** Set if only messages from this id on can be read, though older ones may match. */
  readonly heldFrom?: number;
}

export interface RowShape {
  readonly columns: string;
  /** Returns the joins from the table of keys to the tables that contain the columns. */
  readonly joins: (rows: string) => string;
  /** Common table expressions that the joins refer to. */
  readonly tables?: readonly string[];
  /**
   * Expression for the bytes that message `m` takes up in the response, at least `MIN_BYTES`. A page that would be too
   * large ends early.
   */
  readonly bytes?: string;
  /** Name and definition of a table that is read instead of the table of keys, because it has more columns. */
  readonly instead?: (keys: string) => readonly [name: string, definition: string];
}

export const dependsOnVisibility = ({ conditions }: Filter, range: PageRange): boolean =>
  (range.kind === "around" && range.anchor === "first_unread") ||
  conditions.some(
    (one) => one.kind === "home" || (one.kind === "is" && (one.what === "followed" || one.what === "muted")),
  );

/**
 * How a statement finds its anchor: an expression for the anchor's key, the query that finds it, and the tables of that
 * query.
 */
interface Anchor {
  readonly key: string;
  readonly query: string;
  readonly tables: readonly string[];
}

/**
 * Returns the statement that finds the anchor and the messages around it (messages.md 4), in one round trip. Each row
 * has the anchor and the columns of the shape. Rows are unordered, because sorting would make SQLite copy whole
 * messages. If nothing matches, the only row has just the anchor. Returns null if nothing can match.
 */
export function pageStatement(plan: PagePlan<BulkView>, shape: RowShape, bindings: Bindings): string | null {
  const { view } = plan;
  const range = shape.bytes === undefined ? plan.range : withinBytes(plan.range);
  const filter = range.kind === "listed" ? onlyIds(plan.filter, range.ids) : plan.filter;
  const matches = compile(filter, view, bindings, "page");
  if (matches === null) return null;
  const anchor = range.kind === "listed" ? anchorAt(0, view) : anchorOf(range.anchor, filter, view, bindings);
  const page =
    range.kind === "listed"
      ? firstKeys(matches, range.ids.length, view)
      : keysAround({ ...plan, range }, matches, anchor);
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

/** Pages with at most this many rows are never cut by size. */
const NEVER_CUT = 10;

const mostRows = (range: PageRange) => (range.kind === "listed" ? range.ids.length : range.before + range.after);

/** Columns that show whether the page was cut on either side. */
const CUTS = `(SELECT min(key) FROM page) < (SELECT min(key) FROM fitting) AS cut_before,
  (SELECT max(key) FROM page) > (SELECT max(key) FROM fitting) AS cut_after`;
const NO_CUTS = "0 AS cut_before, 0 AS cut_after";

/** Minimum bytes of a message, excluding its texts. */
export const MIN_BYTES = 500;
/** Messages that fit even if all are empty, plus one, which reveals that the page was cut. */
const MAX_FITTING = Math.ceil(limits.answer.page_bytes / MIN_BYTES) + 1;

/** Limits a range to the messages that can fit into the page, because the query reads the size of each one. */
const withinBytes = (range: PageRange): PageRange =>
  range.kind === "listed"
    ? range
    : { ...range, before: Math.min(range.before, MAX_FITTING), after: Math.min(range.after, MAX_FITTING) };

/**
 * Returns the keys of a page whose messages fit the size limit, starting at the anchor. The nearest message on each
 * side always fits.
 */
function fittingPage(bytes: string, range: PageRange): string {
  const sides = range.kind === "around" && range.before > 0 && range.after > 0 ? 2 : 1;
  const nearer = `sum(bytes) OVER (PARTITION BY is_before ORDER BY CASE WHEN is_before THEN -key ELSE key END
      ROWS UNBOUNDED PRECEDING) - bytes`;
  return `fitting(key) AS MATERIALIZED (SELECT key FROM (
    SELECT key, ${nearer} AS nearer FROM (
      SELECT page.key AS key, page.key < anchor.key AS is_before, ${bytes} AS bytes
      FROM anchor CROSS JOIN page CROSS JOIN messages m ON m.key = page.key))
    WHERE nearer < ${number(limits.answer.page_bytes / sides)})`;
}

export const keyAt = ({ realm }: BulkView, id: number) => number(bulkRowId(realm, id));

const firstKeys = (matches: Matches, limit: number, view: BulkView, firstId = 1) =>
  matches.keys({ low: keyAt(view, firstId), high: keyAt(view, LAST_ID), order: "ASC", limit });

function keysAround(
  { range, view, heldFrom = 1 }: PagePlan<BulkView> & { readonly range: Extract<PageRange, { kind: "around" }> },
  matches: Matches,
  anchor: Anchor,
): string {
  const sides: string[] = [];
  if (range.before > 0) {
    const high = `${anchor.key} - 1`;
    sides.push(matches.keys({ low: keyAt(view, heldFrom), high, order: "DESC", limit: range.before }));
  }
  // The anchor itself counts as the first of the messages after it.
  const after = range.after + Number(range.includeAnchor);
  if (after > 0) {
    const low = range.includeAnchor ? anchor.key : `${anchor.key} + 1`;
    sides.push(matches.keys({ low, high: keyAt(view, LAST_ID), order: "ASC", limit: after }));
  }
  return sides.map((side) => `SELECT key FROM (${side})`).join(" UNION ALL ") || "SELECT NULL AS key WHERE 0";
}

/**
 * Returns the anchor at a known id. An id beyond all messages is replaced by the one after the last that D1 can store.
 */
function anchorAt(id: number, view: BulkView): Anchor {
  const key = keyAt(view, Math.min(id, LAST_ID + 1));
  return { key, query: `SELECT ${key}`, tables: [] };
}

function anchorOf(
  anchor: Extract<PageRange, { kind: "around" }>["anchor"],
  filter: Filter,
  view: BulkView,
  bindings: Bindings,
): Anchor {
  if (typeof anchor === "number") return anchorAt(anchor, view);
  const [wanted, firstId] =
    anchor === "first_unread" ? [unreadOf(filter), 1] : [onlySentFrom(filter, anchor.sentFrom), anchor.firstId];
  const found = compile(wanted, view, bindings, "anchored");
  if (found === null) return anchorAt(LAST_ID + 1, view);
  return {
    key: "(SELECT key FROM anchor)",
    query: `SELECT coalesce((SELECT key FROM (${firstKeys(found, 1, view, firstId)})), ${keyAt(view, LAST_ID + 1)})`,
    tables: found.tables,
  };
}

/**
 * Returns the filter for the first unread message. A narrow without conditions excludes muted messages (messages.md 4).
 */
function unreadOf(filter: Filter): Filter {
  const isUnfiltered = filter.conditions.every(({ kind, negated }) => kind === "home" && !negated);
  return onlyUnread(isUnfiltered ? onlyHome(filter) : filter);
}
