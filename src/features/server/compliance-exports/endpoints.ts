import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, optional, text } from "../../../api/parameter.ts";
import type { Config } from "../../../config/config.ts";
import { boundedList, datableSeconds } from "../../../protocol/bounded.ts";
import { channelIdSchema, userIdSchema } from "../../../protocol/ids.ts";
import { seconds } from "../../../util/time.ts";
import { complianceArchive } from "./compliance-archive.ts";
import { askForExport, complianceExports, confirmExport, endExport } from "./compliance-exports.ts";
import { complianceExportSchema } from "./events.ts";

/** Settings of these endpoints, which are only for owners, and only exist if the operator allows holds. */
const ofOwners = { by: "owner", existsWhere: ({ holds }: Config) => holds } as const;
const withExport = { export_id: integer };

const getComplianceExportsEndpoint = action({
  route: "GET /compliance_exports",
  ...ofOwners,
  reply: { exports: v.array(complianceExportSchema) },
  run: ({ realm }) => ({ exports: complianceExports(realm, complianceArchive) }),
});

const askForComplianceExportEndpoint = action({
  route: "POST /compliance_exports",
  ...ofOwners,
  params: {
    from: optional(json(datableSeconds)),
    until: optional(json(datableSeconds)),
    people: optional(json(boundedList(userIdSchema, "ids")), []),
    channels: optional(json(boundedList(channelIdSchema, "ids")), []),
    hold_id: optional(integer),
    reason: text("name"),
  },
  reply: { id: v.number() },
  run({ realm, actor, params: { from, until, people, channels, hold_id, reason } }) {
    const terms = {
      sent_from: from === undefined ? null : seconds(from),
      sent_until: until === undefined ? null : seconds(until),
      ...{ people, channels, reason, hold_id: hold_id ?? null },
    };
    return { id: askForExport(realm, actor, complianceArchive, terms) };
  },
});

const confirmComplianceExportEndpoint = action({
  route: "POST /compliance_exports/:export_id/confirm",
  ...ofOwners,
  params: withExport,
  run: ({ realm, actor, params }) => confirmExport(realm, actor, complianceArchive, params.export_id),
});

const endComplianceExportEndpoint = action({
  route: "DELETE /compliance_exports/:export_id",
  ...ofOwners,
  params: withExport,
  run: ({ realm, actor, params }) => endExport(realm, actor, complianceArchive, params.export_id),
});

export const complianceExportEndpoints = [
  getComplianceExportsEndpoint,
  askForComplianceExportEndpoint,
  confirmComplianceExportEndpoint,
  endComplianceExportEndpoint,
];
