import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { removeImport } from "./imports.ts";

export const deleteImportEndpoint = action({
  route: "DELETE /imports/:import_id",
  by: "owner",
  params: { import_id: integer },
  reply: {},
  run({ realm, params }) {
    removeImport(realm, params.import_id);
    return {};
  },
});
