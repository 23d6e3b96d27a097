import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { deleteExport } from "./exports.ts";

export const deleteExportEndpoint = action({
  route: "DELETE /export/realm/:export_id",
  by: "administrator",
  params: { export_id: integer },
  reply: {},
  run({ realm, params }) {
    deleteExport(realm, params.export_id);
    return {};
  },
});
