import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import type { FormPart } from "../../../api/form-part.ts";
import { integer, json, optional, text, textParameter } from "../../../api/parameter.ts";
import { RequestBody } from "../../../http/request-body.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { putChunks } from "../../files/storage/put-chunks.ts";
import { accessImport, accessImportIn, hasMessagesOfPeople } from "./access.ts";
import { importObject } from "./import-object.ts";
import { importSchema } from "./import-schema.ts";
import { archiveOf, cancelImport, createImport, removeImport, startCheck, startImport } from "./imports.ts";
import { countOfParts, partKey, partSize } from "./reading/stored-archive.ts";
import { allImports, countParts, deletePart, insertPart } from "./rows.ts";

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

const checkImportEndpoint = acting("check", startCheck);
const startImportEndpoint = acting("start", startImport);
const cancelImportEndpoint = acting("cancel", cancelImport);

const { import_bytes, import_part_bytes } = limits.work;
const DEFAULT_PART = 16 * 1_048_576;

const bytes = (least: number, most: number) =>
  json(v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most)));

/** Creates an import of an archive of a given size. The archive is then uploaded in parts. */
const createImportEndpoint = action({
  route: "POST /imports",
  by: "owner",
  params: {
    size: bytes(1, import_bytes),
    part_bytes: optional(bytes(1_048_576, import_part_bytes), DEFAULT_PART),
  },
  reply: { import: importSchema },
  run: ({ realm, actor, params }) => ({ import: importObject(realm, createImport(realm, actor.user_id, params)) }),
});

const getImportsEndpoint = action({
  route: "GET /imports",
  by: "owner",
  // `has_messages` means that users have written messages, so that a new import would be rejected.
  reply: { imports: v.array(importSchema), has_messages: v.boolean() },
  run: ({ realm }) => ({
    imports: allImports.all(realm.sql, {}).map((row) => importObject(realm, row)),
    has_messages: hasMessagesOfPeople(realm),
  }),
});

const getImportEndpoint = action({
  route: "GET /imports/:import_id",
  by: "owner",
  // Clients poll this while they wait for an import.
  background: true,
  limited: "files",
  params: { import_id: integer },
  reply: { import: importSchema },
  run: ({ realm, params }) => ({ import: importObject(realm, accessImport(realm, params.import_id)) }),
});

const deleteImportEndpoint = action({
  route: "DELETE /imports/:import_id",
  by: "owner",
  params: { import_id: integer },
  run: ({ realm, params }) => removeImport(realm, params.import_id),
});

const digest = textParameter(v.pipe(v.string(), v.maxLength(64), v.regex(/^[0-9a-f]{64}$/)));

/** Stores one part of an archive: the raw request body. Uploading a part again replaces it. */
const putPartEndpoint = action({
  route: "PUT /imports/:import_id/parts/:part",
  by: "owner",
  streams: true,
  file: "required",
  repeatable: true,
  limited: "files",
  params: { import_id: integer, part: integer, sha256: digest, filename: optional(text("name")) },
  reply: { parts_received: v.number(), parts: v.number() },
  plan({ realm, params: { import_id, part } }) {
    const row = accessImportIn(realm, import_id, ["uploading"]);
    if (part < 1 || part > countOfParts(row)) throw badRequest(`The archive has the parts 1 to ${countOfParts(row)}.`);
    // If a part is sent again, it overwrites the old one, so it counts as missing until it has arrived.
    deletePart.run(realm.sql, { id: import_id, part });
    return { key: partKey(archiveOf(realm, row).prefix, part), bytes: partSize(row, part) };
  },
  async prepare({ plan: { key, bytes }, parts, params, env }) {
    await storePart(env.UPLOADS, await onlyPart(parts), { key, bytes, sha256: params.sha256 });
  },
  run({ realm, params: { import_id: id, part } }) {
    const row = accessImportIn(realm, id, ["uploading"]);
    insertPart.run(realm.sql, { id, part });
    return { parts_received: countParts.one(realm.sql, { id }).count, parts: countOfParts(row) };
  },
});

async function onlyPart(parts: AsyncIterable<FormPart> | null): Promise<FormPart> {
  for await (const part of parts ?? []) return part;
  throw badRequest("The body has to be the part.");
}

interface ExpectedPart {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Checks the digest here rather than letting the store check it, because an on-disk store would keep the bytes of a
 * rejected part forever, without a key. A wrong part is never stored, because a correct one may already be there.
 */
async function storePart(store: R2Bucket, { whole }: FormPart, { key, bytes, sha256 }: ExpectedPart): Promise<void> {
  if (whole === undefined) throw badRequest("The request needs a Content-Length, and the part as its body.");
  if (whole.bytes !== bytes) throw badRequest(`The part has ${whole.bytes} bytes instead of ${bytes}.`);
  await putChunks(store, key, checked(new RequestBody(whole.stream).pieces(bytes), sha256), () => ({}));
}

async function* checked(chunks: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  for await (const chunk of chunks) {
    await writer.write(chunk);
    yield chunk;
  }
  await writer.close();
  const found = Buffer.from(await digest.digest).toString("hex");
  if (found !== sha256) throw badRequest("The part's digest is another one.");
}

export const importEndpoints = [
  createImportEndpoint,
  getImportsEndpoint,
  getImportEndpoint,
  deleteImportEndpoint,
  putPartEndpoint,
  checkImportEndpoint,
  startImportEndpoint,
  cancelImportEndpoint,
];
