import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessImport, hasMessagesOfPeople } from "./access.ts";
import { importObject, importSchema } from "./import-object.ts";
import { allImports } from "./rows.ts";

export const getImportsEndpoint = action({
  route: "GET /imports",
  by: "owner",
  params: {},
  // With messages of people, a new one is refused.
  reply: { imports: v.array(importSchema), has_messages: v.boolean() },
  run: ({ realm }) => ({
    imports: allImports.all(realm.sql, {}).map((row) => importObject(realm, row)),
    has_messages: hasMessagesOfPeople(realm),
  }),
});

export const getImportEndpoint = action({
  route: "GET /imports/:import_id",
  by: "owner",
  // Clients that wait for an import ask again and again.
  background: true,
  limited: "files",
  params: { import_id: integer },
  reply: { import: importSchema },
  run: ({ realm, params }) => ({ import: importObject(realm, accessImport(realm, params.import_id)) }),
});
