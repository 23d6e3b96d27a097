import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import type { Part } from "../../../endpoints/form-part.ts";
import { integer, optional, text, textOf } from "../../../endpoints/parameter.ts";
import { RequestBody } from "../../../http/request-body.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { putChunks } from "../../files/storage/put-chunks.ts";
import { accessImportIn } from "./access.ts";
import { archiveOf } from "./imports.ts";
import { countOfParts, partKey, partSize } from "./reading/stored-archive.ts";
import { countParts, deletePart, insertPart } from "./rows.ts";

const digest = textOf(v.pipe(v.string(), v.maxLength(64), v.regex(/^[0-9a-f]{64}$/)));

/** Stores a part of an archive: the body of the request, as it is. A part that comes again takes the place of the first. */
export const putPartEndpoint = action({
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
    // A part that comes again is missing until it has come, for it is written over the one before.
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

async function onlyPart(parts: AsyncIterable<Part> | null): Promise<Part> {
  for await (const part of parts ?? []) return part;
  throw badRequest("The body has to be the part.");
}

interface Expected {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Compares the digest itself: a store on disk that is told it keeps the bytes of a wrong part for ever, under no name. */
async function storePart(store: R2Bucket, { whole }: Part, { key, bytes, sha256 }: Expected): Promise<void> {
  if (whole === undefined) throw badRequest("The request needs a Content-Length, and the part as its body.");
  if (whole.bytes !== bytes) throw badRequest(`The part has ${whole.bytes} bytes instead of ${bytes}.`);
  const digest = new crypto.DigestStream("SHA-256");
  await putChunks(store, key, digested(new RequestBody(whole.stream).pieces(bytes), digest), () => ({}));
  if (Buffer.from(await digest.digest).toString("hex") === sha256) return;
  await store.delete(key);
  throw badRequest("The part's digest is another one.");
}

async function* digested(chunks: AsyncIterable<Uint8Array>, digest: WritableStream): AsyncGenerator<Uint8Array> {
  const writer = digest.getWriter();
  for await (const chunk of chunks) {
    await writer.write(chunk);
    yield chunk;
  }
  await writer.close();
}
