import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const complianceExportSchema = v.strictObject({
  id: v.number(),
  state: v.picklist(["waiting", "running", "done", "failed", "ended"]),
  started_by: v.number(),
  started_at: v.number(),
  confirmed_by: v.nullable(v.number()),
  ended_at: v.nullable(v.number()),
  sent_from: v.nullable(v.number()),
  sent_until: v.nullable(v.number()),
  people: v.array(v.number()),
  channels: v.array(v.number()),
  hold_id: v.nullable(v.number()),
  reason: v.string(),
  export_url: v.nullable(v.string()),
});
export type ComplianceExport = v.InferOutput<typeof complianceExportSchema>;

export const complianceExportsChanged = event({
  type: "compliance_exports",
  fields: { exports: v.array(complianceExportSchema) },
});
