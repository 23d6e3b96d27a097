import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, jsonOrText, optional } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { consents } from "../../organization/accounts/archive.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { consentSchema, exportSchema, shownExport } from "./events.ts";
import { PUBLIC, STANDARD } from "./export-filter.ts";
import { deleteExport, exportObjects, startExport } from "./exports.ts";

/** Export type, by name or by the number that older clients send. */
const exportType = v.picklist(["public", "full_with_consent", "full_without_consent", PUBLIC, STANDARD]);

const startExportEndpoint = action({
  route: "POST /export/realm",
  by: "administrator",
  params: { export_type: optional(jsonOrText(exportType), "public") },
  reply: { id: v.number() },
  run({ realm, actor, params: { export_type: wanted } }) {
    // Zulip documents this endpoint for scripts, too. Their API keys have no login time that could be checked.
    if (actor.session_id !== undefined) checkRecentLogin(realm, actor);
    // Full exports are only available to the server administrator, by command line.
    if (wanted === "full_without_consent") throw badRequest("Full exports without consent are not available here.");
    const type = wanted === "public" || wanted === PUBLIC ? PUBLIC : STANDARD;
    return { id: startExport(realm, actor.user_id, type) };
  },
});

const getExportsEndpoint = action({
  route: "GET /export/realm",
  by: "administrator",
  reply: { exports: v.array(exportSchema) },
  run: ({ realm }) => ({ exports: exportObjects(realm).map(shownExport) }),
});

const getConsentsEndpoint = action({
  route: "GET /export/realm/consents",
  by: "administrator",
  reply: {
    export_consents: v.array(v.strictObject({ ...consentSchema.entries, email_address_visibility: v.number() })),
  },
  run: ({ realm }) => ({ export_consents: consents(realm) }),
});

const deleteExportEndpoint = action({
  route: "DELETE /export/realm/:export_id",
  by: "administrator",
  params: { export_id: integer },
  run: ({ realm, params }) => deleteExport(realm, params.export_id),
});

export const exportEndpoints = [startExportEndpoint, getExportsEndpoint, deleteExportEndpoint, getConsentsEndpoint];
