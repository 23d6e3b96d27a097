import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

const timestamp = v.nullable(v.number());

export const exportSchema = v.strictObject({
  id: v.number(),
  acting_user_id: v.number(),
  export_time: v.number(),
  deleted_timestamp: timestamp,
  failed_timestamp: timestamp,
  export_url: v.nullable(v.string()),
  pending: v.boolean(),
  export_type: v.number(),
});
export type ExportObject = v.InferOutput<typeof exportSchema>;

export const consentSchema = v.strictObject({ user_id: v.number(), consented: v.boolean() });

export const exportsChanged = event({ type: "realm_export", fields: { exports: v.array(exportSchema) } });
export const consentChanged = event({ type: "realm_export_consent", fields: consentSchema.entries });
