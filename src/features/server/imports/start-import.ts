import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessImport } from "./access.ts";
import { importObject, importSchema } from "./import-object.ts";
import { startImport } from "./imports.ts";

export const startImportEndpoint = action({
  route: "POST /imports/:import_id/start",
  by: "owner",
  params: { import_id: integer },
  reply: { import: importSchema },
  run({ realm, params: { import_id } }) {
    startImport(realm, import_id);
    return { import: importObject(realm, accessImport(realm, import_id)) };
  },
});
