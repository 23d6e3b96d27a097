import * as v from "valibot";

/** Where to continue in a section, and the number of its next file. */
export const progress = v.fallback(v.object({ after: v.union([v.number(), v.string()]), member: v.number() }), {
  after: 0,
  member: 1,
});
export type Progress = v.InferOutput<typeof progress>;
export const memberName = (name: string, member: number, type: string) =>
  `${name}-${String(member).padStart(4, "0")}.${type}`;
export const encodeJsonLines = (rows: readonly object[]) =>
  new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
