import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json, optional } from "../../../endpoints/parameter.ts";
import { PUBLIC, STANDARD } from "./export-filter.ts";
import { startExport } from "./exports.ts";

export const startExportEndpoint = action({
  route: "POST /export/realm",
  by: "administrator",
  params: { export_type: optional(json(v.picklist([PUBLIC, STANDARD])), PUBLIC) },
  reply: { id: v.number() },
  run: ({ realm, actor, params: { export_type: type } }) => ({
    id: startExport(realm, actor.user_id, type),
  }),
});
