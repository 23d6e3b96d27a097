import * as v from "valibot";
import { Log } from "../logging/log.ts";

/** Reads the JSON of one column. The key names the row in the log. */
type StoredReader<T> = (text: string, key?: string | number) => T;

/**
 * A reader of stored JSON, which another version of the program may have written. The schema gives missing fields their
 * defaults and drops unknown ones. A value that does not match is reported, and `instead` takes its place, so that one
 * bad value does not fail everything that is read together with it.
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

/** A reader of stored JSON without a schema: whoever uses the value checks it. */
export const storedAnything = (column: string): StoredReader<unknown> => stored(column, v.unknown(), () => undefined);

/**
 * SQL that sets a JSON column to the parameter of its name, and keeps other keys that a newer program has stored there.
 */
export const mergedInto = (column: string) =>
  `CASE WHEN json_valid(${column}) THEN json_patch(${column}, :${column}) ELSE :${column} END`;

/**
 * Parses JSON that this same program has just made, in a statement or for the way from the realm to the Worker. It is
 * not for stored JSON.
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

/** The fault in a value, without the value itself, which must not be logged. */
function problemOf(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const [issue] = issues;
  return `${v.getDotPath(issue) ?? "it"} is not ${issue.expected ?? "valid"}`;
}

let log = new Log();

/** Runs synchronous work whose unreadable values are reported to this log, which names the organization. */
export function reportingTo<T>(of: Log, work: () => T): T {
  const before = log;
  log = of;
  try {
    return work();
  } finally {
    log = before;
  }
}

/** Logs that a stored value cannot be read, once for each value while the program runs. */
export function reportUnreadable(column: string, key: string | number | undefined, problem: string): void {
  log.warnOnce("stored_value_unreadable", { column, key, problem });
}
