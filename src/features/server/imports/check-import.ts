import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessImport } from "./access.ts";
import { importObject, importSchema } from "./import-object.ts";
import { startCheck } from "./imports.ts";

export const checkImportEndpoint = action({
  route: "POST /imports/:import_id/check",
  by: "owner",
  params: { import_id: integer },
  reply: { import: importSchema },
  run({ realm, params: { import_id } }) {
    startCheck(realm, import_id);
    return { import: importObject(realm, accessImport(realm, import_id)) };
  },
});
