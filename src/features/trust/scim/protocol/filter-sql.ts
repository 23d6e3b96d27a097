import type { Sql } from "../../../../database/statement.ts";
import { invalidFilter } from "./errors.ts";
import { type Filter, type Operand, type Operator, parseFilter } from "./filter.ts";

/** Whether a string is a resource id in canonical form. Other notations of a number, such as 1e1, don't count. */
export const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** An attribute in SQL: an expression, and the type that determines how values are compared. */
export interface Column {
  readonly sql: string;
  readonly type: "text" | "exact" | "id" | "boolean" | "time";
  /** Returns a condition for equality with a parameter, in a form that lets SQLite use an index. */
  readonly equals?: (place: string) => string;
}

interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

export interface RowPage {
  readonly condition: Condition;
  readonly offset: number;
  readonly most: number;
}

const asInteger = (value: number) => `CAST(${Math.trunc(value)} AS INTEGER)`;

/** Adds a condition to a query. Returns a page of its rows, ordered by their first column, and the total. */
export function pageWhere<Row>(
  sql: Sql,
  [columns, from]: readonly [columns: string, from: string],
  { condition, offset, most }: RowPage,
): { total: number; rows: Row[] } {
  const where = `${from} AND ${condition.sql}`;
  const { total } = sql.exec(`SELECT count(*) AS total ${where}`, ...condition.values).one();
  if (most === 0) return { total: Number(total), rows: [] };
  const page = `SELECT ${columns} ${where} ORDER BY 1 LIMIT ${asInteger(most)} OFFSET ${asInteger(offset)}`;
  return { total: Number(total), rows: sql.exec(page, ...condition.values).toArray() as unknown as Row[] };
}

/** Returns the SQL condition of a list's filter. Without a filter, it matches everything. */
export const listCondition = (
  filter: string | undefined,
  resource: "User" | "Group",
  columns: Readonly<Record<string, Column>>,
  earlier: readonly (string | number)[],
): Condition =>
  filter === undefined ? { sql: "1", values: earlier } : conditionOf(parseFilter(filter, resource), columns, earlier);

/** SQLite refuses expressions deeper than 100. A filter must leave room for the deepest column. */
const MAX_DEPTH = 40;
const MAX_LETTERS = 40;
/**
 * The platform's SQLite refuses statements longer than 100,000 bytes. This leaves more than enough for the rest of a
 * list query.
 */
const MAX_STATEMENT_BYTES = 90_000;

/** Converts a filter to an SQL condition. Its values follow the `earlier` ones. */
function conditionOf(
  filter: Filter,
  columns: Readonly<Record<string, Column>>,
  earlier: readonly (string | number)[],
): Condition {
  if (depthOf(filter) > MAX_DEPTH) throw invalidFilter("The filter is nested too deeply.");
  const values = [...earlier];
  const bind = (value: string | number) => {
    values.push(value);
    return typeof value === "number" ? `CAST(?${values.length} AS INTEGER)` : `?${values.length}`;
  };
  const columnOf = (path: string): Column => {
    const column = Object.hasOwn(columns, path) ? columns[path] : undefined;
    if (column === undefined) throw invalidFilter(`This server doesn't filter by ${path.slice(0, 100)}.`);
    return column;
  };
  const write = (part: Filter): string => {
    switch (part.kind) {
      case "and":
      case "or":
        return `(${write(part.left)} ${part.kind.toUpperCase()} ${write(part.right)})`;
      case "not":
        return `NOT ${write(part.of)}`;
      case "present":
        return `(coalesce(${columnOf(part.path).sql}, '') <> '')`;
      case "compare":
        return compare(columnOf(part.path), part.operator, part.value, bind);
      default:
        return part satisfies never;
    }
  };
  const sql = write(filter);
  if (sql.length > MAX_STATEMENT_BYTES) throw invalidFilter("The filter is too large.");
  return { sql, values };
}

function depthOf(filter: Filter): number {
  switch (filter.kind) {
    case "and":
    case "or":
      return 1 + Math.max(depthOf(filter.left), depthOf(filter.right));
    case "not":
      return 1 + depthOf(filter.of);
    default:
      return 0;
  }
}

const ORDER: Readonly<Partial<Record<Operator, string>>> = { gt: ">", ge: ">=", lt: "<", le: "<=" };
type Bind = (value: string | number) => string;

/**
 * Returns SQL for a comparison. If the attribute has no value, the result is false rather than null, so that it can be
 * negated.
 */
function compare(column: Column, operator: Operator, operand: Operand, bind: Bind): string {
  if (operator === "ne") return `NOT ${compare(column, "eq", operand, bind)}`;
  if (operand === null) {
    if (operator !== "eq") throw invalidFilter("Nothing but eq and ne compares with null.");
    return `(coalesce(${column.sql}, '') = '')`;
  }
  return `coalesce(${comparisonSql(column, operator, operand, bind)}, 0)`;
}

function comparisonSql(column: Column, operator: Operator, operand: Exclude<Operand, null>, bind: Bind): string {
  const { sql, type, equals } = column;
  const order = ORDER[operator];
  switch (type) {
    case "boolean": {
      const text = String(operand).toLowerCase();
      if (operator !== "eq" || (text !== "true" && text !== "false")) throw misplaced(operator);
      return `(${sql} = ${bind(Number(text === "true"))})`;
    }
    case "time": {
      const time = typeof operand === "string" ? Date.parse(operand) : Number.NaN;
      if (Number.isNaN(time)) throw invalidFilter("A time has to be written as in 2026-11-23T10:00:00Z.");
      if (operator !== "eq" && order === undefined) throw misplaced(operator);
      return `(${sql} * 1000 ${order ?? "="} ${bind(time)})`;
    }
    case "id": {
      const id = String(operand);
      // SQLite would convert strings that aren't ids, such as "7 apples", to numbers.
      if (operator === "eq" && !isId(id)) return "0";
      if (operator === "eq") return equals === undefined ? `(${sql} = ${bind(Number(id))})` : equals(bind(Number(id)));
      return inText(`CAST(${sql} AS TEXT)`, operator, bind(id));
    }
    case "exact":
      if (typeof operand !== "string") throw misplaced(operator);
      if (operator === "eq" && equals !== undefined) return equals(bind(String(operand)));
      return inText(sql, operator, bind(String(operand)));
    case "text": {
      if (typeof operand !== "string") throw misplaced(operator);
      const wanted = String(operand).toLowerCase();
      if (operator === "eq" && equals !== undefined) return equals(bind(wanted));
      return inText(folded(sql, wanted), operator, bind(wanted));
    }
    default:
      return type satisfies never;
  }
}

function inText(sql: string, operator: Operator, place: string): string {
  switch (operator) {
    case "co":
      return `(instr(${sql}, ${place}) > 0)`;
    case "sw":
      return `(substr(${sql}, 1, length(${place})) = ${place})`;
    case "ew":
      return `(length(${sql}) >= length(${place}) AND substr(${sql}, length(${sql}) - length(${place}) + 1) = ${place})`;
    default:
      return `(${sql} ${ORDER[operator] ?? "="} ${place})`;
  }
}

const misplaced = (operator: Operator) => invalidFilter(`${operator} doesn't fit this attribute.`);

/** Returns SQL that lowercases a string for comparison with `wanted`. SQLite itself only lowercases ASCII letters. */
function folded(sql: string, wanted: string): string {
  const others = [...new Set(wanted)].flatMap((letter) => {
    const upper = letter.toUpperCase();
    const isPair = letter > "\u007f" && upper !== letter && [...upper].length === 1;
    return isPair ? [[upper.codePointAt(0) ?? 0, letter.codePointAt(0) ?? 0] as const] : [];
  });
  if (others.length > MAX_LETTERS) throw invalidFilter("The filter has too many different letters in one text.");
  return others.reduce((text, [upper, lower]) => `replace(${text}, char(${upper}), char(${lower}))`, `lower(${sql})`);
}
