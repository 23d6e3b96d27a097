import * as v from "valibot";

/**
 * `uploading` accepts parts; `checking` reads everything without changes; `running` writes; `undoing` removes what was
 * written. A failed import can be checked again, resumed or undone.
 */
const IMPORT_STATES = [
  ...(["uploading", "checking", "checked", "running", "done", "undoing", "cancelled", "failed"] as const),
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Numbers of rows read and written by table, and the skipped entries by reason. `places` are files and lines. */
export const reportSchema = v.object({
  counts: v.record(v.string(), v.object({ in: v.number(), out: v.number() })),
  left_out: v.array(v.object({ reason: v.string(), count: v.number(), places: v.array(v.string()) })),
});

const time = v.nullable(v.number());

export const importSchema = v.strictObject({
  id: v.number(),
  state: v.picklist(IMPORT_STATES),
  size: v.number(),
  part_bytes: v.number(),
  parts: v.number(),
  parts_received: v.number(),
  /** Numbers of the first thousand missing parts. */
  missing_parts: v.array(v.number()),
  /** The table being read or written, or another step. */
  phase: v.nullable(v.string()),
  done: v.number(),
  total: v.number(),
  created_at: v.number(),
  started_at: time,
  ended_at: time,
  error: v.nullable(v.string()),
  report: v.nullable(reportSchema),
});
