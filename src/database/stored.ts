import * as v from "valibot";
import { Log } from "../logging/log.ts";

/** Reads the JSON of one column; the key names the row for whoever has to look after it. */
type StoredReader<T> = (text: string, key?: string | number) => T;

/**
 * Stored JSON outlives the program that wrote it, so it is read through a schema: one that gives what is missing its
 * default, and drops what is unknown. What cannot be read at all is reported, and `instead` stands for it, so that one
 * bad value does not end everything that is read together with it.
 */
export function stored<Schema extends v.GenericSchema>(
  column: string,
  schema: Schema,
  instead: () => v.InferOutput<Schema>,
): StoredReader<v.InferOutput<Schema>> {
  return (text, key) => {
    const value = parsed(text);
    const result = value === NOT_JSON ? undefined : v.safeParse(schema, value);
    if (result?.success) return result.output;
    reportUnreadable(column, key, result ? problemOf(result.issues) : "it is not JSON");
    return instead();
  };
}

/** JSON that nobody has a schema for: what it may be is checked by whoever takes a value out of it. */
export const storedAnything = (column: string): StoredReader<unknown> => stored(column, v.unknown(), () => undefined);

/** In a statement: the parameter of a column's name, with the keys besides that a newer program has stored there. */
export const mergedInto = (column: string) =>
  `CASE WHEN json_valid(${column}) THEN json_patch(${column}, :${column}) ELSE :${column} END`;

/**
 * JSON that this same program has just put together: by the statement that told it, or for the way from the realm to
 * the Worker. It is never what a table holds.
 */
export const unpacked = <T>(text: string): T => JSON.parse(text) as T;

const NOT_JSON = Symbol("not JSON");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** What is wrong with a value, without the value: it may be anything, and lines tell no contents. */
function problemOf(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const [issue] = issues;
  return `${v.getDotPath(issue) ?? "it"} is not ${issue.expected ?? "valid"}`;
}

let log = new Log();

/** Has what is read during some synchronous work be reported as of an organization. */
export function reportingTo<T>(of: Log, work: () => T): T {
  const before = log;
  log = of;
  try {
    return work();
  } finally {
    log = before;
  }
}

/** Says, once for each value while the program runs, that something stored cannot be read. */
export function reportUnreadable(column: string, key: string | number | undefined, problem: string): void {
  log.warnOnce("stored_value_unreadable", { column, key, problem });
}
