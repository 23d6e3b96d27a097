import { action } from "../../../api/endpoint.ts";
import { integer } from "../../../api/parameter.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessImport } from "./access.ts";
import { importObject, importSchema } from "./import-object.ts";
import { cancelImport, startCheck, startImport } from "./imports.ts";

const acting = (verb: "check" | "start" | "cancel", act: (realm: Realm, id: number) => void) =>
  action({
    route: `POST /imports/:import_id/${verb}`,
    by: "owner",
    params: { import_id: integer },
    reply: { import: importSchema },
    run({ realm, params: { import_id } }) {
      act(realm, import_id);
      return { import: importObject(realm, accessImport(realm, import_id)) };
    },
  });

export const checkImportEndpoint = acting("check", startCheck);
export const startImportEndpoint = acting("start", startImport);
export const cancelImportEndpoint = acting("cancel", cancelImport);
