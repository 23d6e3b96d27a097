import * as v from "valibot";
import { describedSchema } from "./described-file.ts";
import { partsSchema } from "./rows.ts";

/** The values that a request needs which brings bytes. */
export const turnSchema = v.object({
  turn: v.number(),
  /** The file's key in the store. */
  key: v.string(),
  upload_id: v.nullable(v.string()),
  described: v.nullable(describedSchema),
  parts: partsSchema,
  /** The number of the next part. */
  part: v.number(),
  /** The bytes that have arrived after the parts. */
  rest: v.nullable(v.object({ key: v.string(), bytes: v.number() })),
  /** The key under which this request keeps what is not enough for a part. */
  rest_key: v.string(),
});
export type UploadTurn = v.InferOutput<typeof turnSchema>;
