import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { json, optional } from "../../../api/parameter.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { beginWhole, endWhole, wholeState } from "../exports/archives/write-archive.ts";
import { setupParams, withSetupToken } from "./setup-token.ts";

const guarded = { ...withSetupToken, repeatable: true } as const;

const stateFields = {
  id: v.number(),
  state: v.picklist(["running", "done", "failed", "ended"]),
  sources_read: v.number(),
  sources: v.number(),
  pieces: v.number(),
  bytes: v.number(),
  path: v.nullable(v.string()),
  etag: v.nullable(v.string()),
};

/**
 * Starts an export of a whole organization for the server administrator: with all data, and with `secrets` also the
 * hashes of passwords and keys. Not part of Zulip's API.
 */
export const exportOrganizationEndpoint = setupAction({
  route: "POST /organizations/export",
  isOperators: true,
  ...guarded,
  params: { ...setupParams, secrets: optional(json(v.boolean()), false) },
  reply: stateFields,
  run({ realm, params: { secrets } }) {
    auditOrganization(realm, "operator.command", { command: "export" });
    beginWhole(realm, secrets);
    return wholeState(realm);
  },
});

/** Returns the progress of the latest whole-organization export, and its download URL once it is done. */
export const getWholeExportEndpoint = setupAction({
  route: "POST /organizations/export/state",
  ...guarded,
  background: true,
  params: setupParams,
  reply: stateFields,
  run: ({ realm }) => wholeState(realm),
});

export const endWholeExportEndpoint = setupAction({
  route: "POST /organizations/export/end",
  ...guarded,
  params: setupParams,
  run: ({ realm }) => endWhole(realm),
});
