import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessImport } from "./access.ts";
import { importObject, importSchema } from "./import-object.ts";
import { cancelImport } from "./imports.ts";

export const cancelImportEndpoint = action({
  route: "POST /imports/:import_id/cancel",
  by: "owner",
  params: { import_id: integer },
  reply: { import: importSchema },
  run({ realm, params: { import_id } }) {
    cancelImport(realm, import_id);
    return { import: importObject(realm, accessImport(realm, import_id)) };
  },
});
