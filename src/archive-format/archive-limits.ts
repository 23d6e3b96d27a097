import * as v from "valibot";
import { foreignJson, TooMuchJson } from "../util/foreign-json.ts";

/** Archive limits. They keep a hostile archive from exhausting the reader's memory or disk. */
export const archiveLimits = {
  members: 500_000,
  /** Maximum number of tar headers. A member can have several. */
  headers: 2_000_000,
  /** Maximum manifest size, because the manifest is read into memory whole. */
  manifest_bytes: 16_000_000,
  manifest_values: 500_000,
  /** Uncompressed size limit of a piece of rows. A piece can exceed it by one row. */
  piece_bytes: 4_000_000,
  /** Longest row as JSON. The longest are entries of a bot's storage, where every character may be escaped. */
  row_bytes: 12_000_000,
  /** Values per row. The longest list is a group's members. */
  row_values: 250_000,
  stored_piece_bytes: 20_000_000,
  /** Maximum compression ratio of a table's rows once they exceed `ratio_free_bytes`. */
  ratio: 200,
  ratio_free_bytes: 64_000_000,
  pax_bytes: 65_536,
  pax_records: 1000,
  name_bytes: 1000,
  json_depth: 100,
  ids_in_row: 10_000,
  /**
   * Maximum number of messages listed in a file's row as granting access to it. A list of this length may be
   * incomplete.
   */
  links_of_file: 1000,
  group_members: 200_000,
} as const;

export const MAX_PIECE_BYTES = archiveLimits.piece_bytes + archiveLimits.row_bytes;

/** Parses a row. If it is invalid, returns a description of the error instead. */
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
