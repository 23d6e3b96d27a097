import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

const timestamp = v.nullable(v.number());

/** Names of export types by number. Numbers are stored, and sent by older clients. */
const EXPORT_TYPES = { 1: "public", 2: "full_with_consent" } as const;

const facts = {
  id: v.number(),
  acting_user_id: v.number(),
  export_time: v.number(),
  deleted_timestamp: timestamp,
  failed_timestamp: timestamp,
  export_url: v.nullable(v.string()),
  pending: v.boolean(),
};
const storedForm = v.strictObject({ ...facts, export_type: v.picklist([1, 2]) });
export const exportSchema = v.strictObject({
  ...facts,
  export_type: v.picklist(Object.values(EXPORT_TYPES)),
  export_from_prior_server: v.boolean(),
});
export type ExportObject = v.InferOutput<typeof storedForm>;

/**
 * Returns an export as sent to clients. All are from this server, because moving an organization doesn't move its old
 * exports.
 */
export const shownExport = ({ export_type, ...rest }: ExportObject) => ({
  ...rest,
  export_type: EXPORT_TYPES[export_type],
  export_from_prior_server: false,
});

export const consentSchema = v.strictObject({ user_id: v.number(), consented: v.boolean() });

export const exportsChanged = event({
  type: "realm_export",
  fields: { exports: v.array(storedForm) },
  wire: { exports: v.array(exportSchema) },
  adapt: ({ exports }) => ({ exports: exports.map(shownExport) }),
});
export const consentChanged = event({ type: "realm_export_consent", fields: consentSchema.entries });
