import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { json, optional } from "../../http/parameter.ts";
import { startExport } from "./exports.ts";
import { PUBLIC, STANDARD } from "./sight.ts";

export const startExportEndpoint = action({
  route: "POST /export/realm",
  by: "administrator",
  params: { export_type: optional(json(v.picklist([PUBLIC, STANDARD])), PUBLIC) },
  reply: { id: v.number() },
  run: ({ realm, actor, params: { export_type: type } }) => ({
    id: startExport(realm, actor.user_id, type),
  }),
});
