import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { type Page, type PageContext, page } from "../../../api/page.ts";
import { integer, optional, text } from "../../../api/parameter.ts";
import type { Env } from "../../../config/env.ts";
import { notFound } from "../../../protocol/errors.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import { inSeconds } from "../../../util/time.ts";
import { byteRange } from "../../files/storage/serve-file.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { archiveSize, membersAt } from "./archives/archives.ts";
import { OF_ORGANIZATION } from "./archives/kinds.ts";
import { type ArchiveRow, archiveByToken } from "./archives/rows.ts";
import { streamOfTar } from "./archives/virtual-tar.ts";
import { fileName, pieceKey } from "./exports.ts";
import { findArchiveKind } from "./hooks.ts";
import { exportById, exportByToken } from "./rows.ts";

const archiveFields = {
  name: v.string(),
  bytes: v.number(),
  etag: v.string(),
  modified: v.number(),
  members: v.array(v.strictObject({ at: v.number(), name: v.string(), key: v.string(), size: v.number() })),
};
const replyFields = { name: v.string(), bytes: v.number(), keys: v.array(v.string()) };
type Archive = v.InferOutput<v.ObjectSchema<typeof archiveFields, undefined>>;
type Download = v.InferOutput<v.ObjectSchema<typeof replyFields, undefined>>;

const WHOLE_NAME = "parley-whole.tar";
export const OWN_NAME = "parley-my-data.tar";
export const COMPLIANCE_NAME = "parley-compliance.tar";

const absent = () => notFound("Export does not exist");

const archiveEndpoint = {
  internal: true,
  limited: "files",
  // `begins` is the byte that a download starts from. Without `from`, the request only checks whether it can start.
  params: { token: text("id"), from: optional(integer), begins: optional(integer) },
  reply: archiveFields,
} as const;

const notedIn = inMemory(() => new Set<string>());

/**
 * True if a request starts a new download, which has to be recorded. Later ranges of a recorded download don't count as
 * new while the record is in memory.
 */
function isNew(realm: Realm, of: string, begins: number | undefined): boolean {
  if (begins === undefined) return false;
  const noted = notedIn(realm);
  if (begins > 0 && noted.has(of)) return false;
  noted.add(of);
  return true;
}

/** Records in the audit log that a download of the organization's data was started. */
function noteDownload(realm: Realm, archive: ArchiveRow, { by, begins }: { by?: number; begins: number | undefined }) {
  if (!isNew(realm, `${archive.id} ${by}`, begins)) return;
  audit(realm, "export.downloaded", {
    of: { type: "export", id: archive.export_id ?? archive.id },
    details: detailsOf(archive),
  });
}

const detailsOf = ({ export_id }: ArchiveRow) => (export_id === null ? { what: "of the whole organization" } : {});

/** Returns the members of an archive that an administrator started, from byte `from` on, by the token in its URL. */
const getArchiveEndpoint = action({
  route: "GET /export/archives/:token",
  by: "administrator",
  ...archiveEndpoint,
  run({ realm, actor, params: { token, from = 0, begins } }) {
    const archive = archiveByToken.first(realm.sql, { token });
    const id = archive?.export_id ?? null;
    const row = id === null ? undefined : exportById.first(realm.sql, { id });
    if (archive?.state !== "done" || row === undefined) throw absent();
    noteDownload(realm, archive, { by: actor.user_id, begins });
    return partOf(realm, archive, { name: fileName(row), from });
  },
});

/**
 * Returns the members of an archive of the whole organization, from byte `from` on. Needs no login, because the server
 * administrator who started it has no account there. The URL is valid for a few days.
 */
const getWholeArchiveEndpoint = action({
  route: "GET /export/whole/:token",
  by: "anyone",
  evenDeactivated: true,
  ...archiveEndpoint,
  run({ realm, params: { token, from = 0, begins } }) {
    const archive = archiveByToken.first(realm.sql, { token });
    const isWhole = archive?.export_id === null && archive.kind === OF_ORGANIZATION;
    if (!isWhole || archive.state !== "done") throw absent();
    noteDownload(realm, archive, { begins });
    return partOf(realm, archive, { name: WHOLE_NAME, from });
  },
});

/** Returns the members of another feature's archive, from byte `from` on, to the accounts it is for. */
const getKeptArchiveEndpoint = action({
  route: "GET /export/kept/:token",
  by: "human",
  ...archiveEndpoint,
  run({ realm, actor, params: { token, from, begins } }) {
    const archive = archiveByToken.first(realm.sql, { token });
    const kind = archive && findArchiveKind(realm, archive);
    if (archive?.state !== "done" || !kind?.isFor(realm, actor, archive)) throw absent();
    if (from === undefined) kind.checkDownload?.(realm, actor);
    if (isNew(realm, `${archive.id} ${actor.user_id}`, begins)) kind.downloaded?.(realm, archive);
    return partOf(realm, archive, { name: kind.fileName(archive), from: from ?? 0 });
  },
});

const partOf = (
  realm: Realm,
  archive: ArchiveRow,
  { name, from }: { readonly name: string; readonly from: number },
) => ({
  name,
  bytes: archiveSize(archive),
  etag: `"${archive.etag}"`,
  modified: Math.floor(inSeconds(archive.started_at)),
  members: membersAt(realm, archive, from),
});

/** For exports written by earlier versions of the program. */
const getExportFileEndpoint = action({
  route: "GET /export/files/:token",
  by: "administrator",
  internal: true,
  params: { token: text("id"), begins: optional(integer) },
  reply: replyFields,
  run({ realm, params: { token, begins } }) {
    const row = exportByToken.first(realm.sql, { token });
    if (row?.state !== "done" || row.pieces === 0) throw absent();
    if (begins !== undefined) audit(realm, "export.downloaded", { of: { type: "export", id: row.id } });
    const keys = Array.from({ length: row.pieces }, (_, piece) => pieceKey(realm, row, piece));
    return { name: fileName(row), bytes: row.bytes, keys };
  },
});

const commonHeaders = (name: string) => ({
  "Content-Disposition": `attachment; filename="${name}"`,
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
});

const partNamed: ReadonlyMap<string, string> = new Map([
  [WHOLE_NAME, "whole"],
  [OWN_NAME, "kept"],
  [COMPLIANCE_NAME, "kept"],
]);

/** GET /exports/:token/:file: the download of an export, for users who can see the list of exports. */
export const exportPage: Page = page("GET /exports/:token/:file", async (context) => {
  const { token: named = "", file } = context.variables;
  const token = encodeURIComponent(named);
  const part = partNamed.get(file ?? "") ?? "archives";
  const route = `GET /export/${part}/${token}`;
  const answer = await context.call(route);
  if (answer.ok) return downloadArchive(context, route, await answer.json<Archive>());
  if (answer.status !== 404 || part !== "archives") return answer;
  const begins = context.request.method === "HEAD" ? {} : { begins: "0" };
  const lines = await context.call(`GET /export/files/${token}`, begins);
  return lines.ok ? downloadLines(context, await lines.json<Download>()) : lines;
});

/** Sends an archive as a tar file, or the requested range of it, so that interrupted downloads can resume. */
async function downloadArchive(
  { call, request, env }: PageContext,
  route: string,
  archive: Archive,
): Promise<Response> {
  const { name, bytes, etag, modified } = archive;
  const headers = new Headers({
    ...commonHeaders(name),
    "Content-Type": "application/x-tar",
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  const membersAt = async (from: number) => {
    const more = await call(route, { from: String(from) });
    if (!more.ok) throw new Error("an export ended while it was downloaded");
    return (await more.json<Archive>()).members;
  };
  const tar = { store: env.UPLOADS, bytes, modified, membersAt };
  const version = request.headers.get("if-range");
  const isSame = version === null || version === etag;
  const wanted = isSame && request.method !== "HEAD" ? byteRange(request.headers.get("range"), bytes) : undefined;
  if (wanted === null) {
    headers.set("Content-Range", `bytes */${bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { offset, length } = wanted ?? { offset: 0, length: bytes };
  headers.set("Content-Length", String(length));
  if (request.method === "HEAD") return new Response(null, { headers });
  const begun = await call(route, { from: String(offset), begins: String(offset) });
  if (!begun.ok) return begun;
  if (wanted !== undefined) headers.set("Content-Range", `bytes ${offset}-${offset + length - 1}/${bytes}`);
  const body = streamOfTar(tar, { from: offset, to: offset + length });
  return new Response(body, { status: wanted === undefined ? 200 : 206, headers });
}

function downloadLines({ request, env }: PageContext, { name, bytes, keys }: Download): Response {
  const headers = { ...commonHeaders(name), "Content-Type": "application/gzip", "Content-Length": String(bytes) };
  return new Response(request.method === "HEAD" ? null : streamOf(env, keys, bytes), { headers });
}

/** Streams all pieces. Each is read from R2 after the previous one has been consumed. */
function streamOf({ UPLOADS }: Env, keys: readonly string[], bytes: number): ReadableStream {
  const left = [...keys];
  const pieces = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const key = left.shift();
      if (key === undefined) return controller.close();
      const piece = await UPLOADS.get(key);
      if (piece === null) throw new Error(`a piece of an export is not in the store: ${key}`);
      controller.enqueue(new Uint8Array(await piece.arrayBuffer()));
    },
  });
  return pieces.pipeThrough(new FixedLengthStream(bytes));
}

export const downloadEndpoints = [
  getArchiveEndpoint,
  getWholeArchiveEndpoint,
  getKeptArchiveEndpoint,
  getExportFileEndpoint,
];
