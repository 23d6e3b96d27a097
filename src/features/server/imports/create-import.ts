import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json, optional } from "../../../endpoints/parameter.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { importObject, importSchema } from "./import-object.ts";
import { createImport } from "./imports.ts";

const { import_bytes, import_part_bytes } = limits.work;
const DEFAULT_PART = 16 * 1_048_576;

const bytes = (least: number, most: number) =>
  json(v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most)));

/** Creates an import of an archive of so many bytes, which comes in parts. */
export const createImportEndpoint = action({
  route: "POST /imports",
  by: "owner",
  params: {
    size: bytes(1, import_bytes),
    part_bytes: optional(bytes(1_048_576, import_part_bytes), DEFAULT_PART),
  },
  reply: { import: importSchema },
  run: ({ realm, actor, params }) => ({ import: importObject(realm, createImport(realm, actor.user_id, params)) }),
});
