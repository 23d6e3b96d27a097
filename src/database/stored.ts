import * as v from "valibot";
import { Log } from "../logging/log.ts";

/** Parses the JSON of one column. The key identifies the row in the log. */
type StoredReader<T> = (text: string, key?: string | number) => T;

/**
 * Creates a reader of stored JSON, which another version of the program may have written. The schema fills in missing
 * fields and drops unknown ones. A mismatch is logged and replaced by `instead`, so that one bad value doesn't break
 * the whole read.
 */
export function stored<Schema extends v.GenericSchema>(
  column: string,
  schema: Schema,
  instead: () => v.InferOutput<Schema>,
): StoredReader<v.InferOutput<Schema>> {
  return (text, key) => {
    const value = parseJson(text);
    const result = value === NOT_JSON ? undefined : v.safeParse(schema, value);
    if (result?.success) return result.output;
    reportUnreadable(column, key, result ? describeIssue(result.issues) : "it is not JSON");
    return instead();
  };
}

/** Creates a reader of stored JSON without a schema. The caller has to validate the value. */
export const storedAnything = (column: string): StoredReader<unknown> => stored(column, v.unknown(), () => undefined);

/** SQL that sets a JSON column to the parameter of the same name. Other keys, stored by a newer program, are kept. */
export const mergedInto = (column: string) =>
  `CASE WHEN json_valid(${column}) THEN json_patch(${column}, :${column}) ELSE :${column} END`;

/**
 * Parses JSON that this same program created, in a statement or to pass it from the realm to the Worker. Not for JSON
 * that was stored.
 */
export const unpacked = <T>(text: string): T => JSON.parse(text) as T;

const NOT_JSON = Symbol("not JSON");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** Describes what is wrong with a value, without the value itself, which must not be logged. */
function describeIssue(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const [issue] = issues;
  return `${v.getDotPath(issue) ?? "it"} is not ${issue.expected ?? "valid"}`;
}

let log = new Log();

/** Runs synchronous work. Unreadable values are logged to the given log, which names the organization. */
export function reportingTo<T>(of: Log, work: () => T): T {
  const before = log;
  log = of;
  try {
    return work();
  } finally {
    log = before;
  }
}

/** Logs an unreadable stored value, once per value and program run. */
export function reportUnreadable(column: string, key: string | number | undefined, problem: string): void {
  log.warnOnce("stored_value_unreadable", { column, key, problem });
}
