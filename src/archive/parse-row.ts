import * as v from "valibot";

/** A row, or what is wrong with the line that should be one. */
export function parseRow<Row>(
  schema: v.GenericSchema<unknown, Row>,
  text: string,
): { readonly row: Row } | { readonly problem: string } {
  const value = parsed(text);
  if (value === undefined) return { problem: "it is not JSON" };
  const result = v.safeParse(schema, value);
  return result.success ? { row: result.output } : { problem: problemOf(result.issues) };
}

/** A value that is JSON in a text; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const problemOf = ([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string => {
  const path = v.getDotPath(issue);
  return `${path ?? "the row"}: ${issue.message}`.slice(0, 300);
};
