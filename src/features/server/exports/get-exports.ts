import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { consents } from "../../organization/users/archive.ts";
import { consentSchema, exportSchema, shownExport } from "./events.ts";
import { exportObjects } from "./exports.ts";

export const getExportsEndpoint = action({
  route: "GET /export/realm",
  by: "administrator",
  params: {},
  reply: { exports: v.array(exportSchema) },
  run: ({ realm }) => ({ exports: exportObjects(realm).map(shownExport) }),
});

export const getConsentsEndpoint = action({
  route: "GET /export/realm/consents",
  by: "administrator",
  params: {},
  reply: {
    export_consents: v.array(v.strictObject({ ...consentSchema.entries, email_address_visibility: v.number() })),
  },
  run: ({ realm }) => ({ export_consents: consents(realm) }),
});
