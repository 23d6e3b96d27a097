import * as v from "valibot";
import { foreignJson, TooMuchJson } from "../util/foreign-json.ts";
import { archiveLimits } from "./archive-limits.ts";

/** Returns a row, or what is wrong with its line. */
export function parseRow<Row>(
  schema: v.GenericSchema<unknown, Row>,
  text: string,
): { readonly row: Row } | { readonly problem: string } {
  const value = parseBoundedJson(text, archiveLimits.row_values);
  if (value instanceof TooMuchJson) return { problem: value.message };
  if (value === undefined) return { problem: "it is not JSON" };
  const result = v.safeParse(schema, value);
  return result.success ? { row: result.output } : { problem: describeIssue(result.issues) };
}

/** Parses a JSON string. Returns undefined if it isn't JSON, or the error if it exceeds the bounds. */
export function parseBoundedJson(text: string, values: number): unknown {
  try {
    return foreignJson(text, { values, depth: archiveLimits.json_depth });
  } catch (error) {
    return error instanceof TooMuchJson ? error : undefined;
  }
}

export const describeIssue = ([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string => {
  const path = v.getDotPath(issue);
  return `${path ?? "the row"}: ${issue.message}`.slice(0, 300);
};
