import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const ownExportSchema = v.strictObject({
  id: v.number(),
  export_time: v.number(),
  failed_timestamp: v.nullable(v.number()),
  export_url: v.nullable(v.string()),
  pending: v.boolean(),
  /** When the file is deleted, or null if there is none yet. */
  expires_at: v.nullable(v.number()),
});
export type OwnExport = v.InferOutput<typeof ownExportSchema>;

export const ownExportsChanged = event({ type: "own_exports", fields: { exports: v.array(ownExportSchema) } });
