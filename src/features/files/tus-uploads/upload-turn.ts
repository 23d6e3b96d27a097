import * as v from "valibot";
import { describedSchema } from "./described-file.ts";
import { partsSchema } from "./rows.ts";

export const turnSchema = v.object({
  turn: v.number(),
  key: v.string(),
  upload_id: v.nullable(v.string()),
  described: v.nullable(describedSchema),
  parts: partsSchema,
  part: v.number(),
  /** Stored bytes after the parts. */
  rest: v.nullable(v.object({ key: v.string(), bytes: v.number() })),
  /** Key under which this request stores a remainder too short for a part. */
  rest_key: v.string(),
});
export type UploadTurn = v.InferOutput<typeof turnSchema>;
