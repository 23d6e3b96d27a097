import * as v from "valibot";
import { action, query } from "../../../api/endpoint.ts";
import { type PageContext, page } from "../../../api/page.ts";
import { count, oneOf, optional } from "../../../api/parameter.ts";
import { frontierOf } from "../../../merkle-log/frontier.ts";
import { verifierKey } from "../../../merkle-log/note.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { sortKeys } from "../../../util/canonical.ts";
import { accessAuditLog } from "../../trust/audit-log/access.ts";
import { auditHashes, auditHead, auditOrganization } from "../../trust/audit-log/audit.ts";
import { type EntryObject, entryObject } from "../../trust/audit-log/entry-object.ts";
import { expiryNow } from "../../trust/audit-log/expiry.ts";
import { findEntries } from "../../trust/audit-log/find-entries.ts";
import { checkpointOf, logSigner } from "./signer.ts";

const COLUMNS = [
  ...["id", "at", "action", "result"],
  ...["actor_type", "actor_id", "actor_name", "actor_email", "entity_type", "entity_id", "entity_name"],
  ...["ip", "ua", "details"],
];

/** Formats a CSV cell so that no program interprets it as a formula, or as several cells. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? "" : String(value);
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const line = (cells: readonly unknown[]) => `${cells.map(cell).join(",")}\r\n`;

const csvHead = line(COLUMNS);

const csvLine = ({ id, at, action, result, actor, entity, context, details }: EntryObject): string =>
  line([
    ...[id, at, action, result],
    ...[actor.type, actor.id, actor.name, actor.email, entity.type, entity.id, entity.name],
    ...[context["ip_address"], context["ua"], JSON.stringify(details)],
  ]);

/** Maximum entries per file. A Worker can make few requests per response, and each part of a file takes two. */
const MAX_IN_FILE = 40_000;
const MAX_IN_PART = 2000;
const HASH_BYTES = 32;

const format = optional(oneOf("jsonl", "csv"), "jsonl");

/**
 * Starts an export: returns the range of entries in its file, and records the export in the log. The export page then
 * requests the entries in parts.
 */
export const beginAuditExportEndpoint = action({
  route: "GET /audit_feeds/export",
  internal: true,
  params: { format, after_id: optional(count, 0), limit: optional(count, MAX_IN_FILE) },
  reply: {
    after: v.number(),
    to: v.number(),
    log_size: v.number(),
    frontier: v.array(v.string()),
    checkpoint: v.string(),
    key: v.string(),
  },
  run({ realm, actor, params: { format: form, after_id: after, limit } }) {
    accessAuditLog(realm, actor);
    if (limit < 1 || limit > MAX_IN_FILE) throw badRequest(`limit must be between 1 and ${MAX_IN_FILE}`);
    if (after > auditHead(realm).size) throw badRequest("after_id is more than there are entries");
    auditOrganization(realm, "audit.exported", { format: form, after_id: after });
    const { size } = auditHead(realm);
    const to = Math.min(size, after + limit);
    return {
      ...{ after, to, log_size: size },
      frontier: frontierOf(auditHashes(realm), after).map((hash) => Buffer.from(hash).toString("base64")),
      checkpoint: checkpointOf(realm, to, expiryNow(realm)),
      key: verifierKey(logSigner(realm)),
    };
  },
});

/** Returns the lines of an export for the entries after `after`, up to `to`. */
export const getAuditExportPartEndpoint = query({
  route: "GET /audit_feeds/export_part",
  internal: true,
  limited: false,
  params: { format, after: count, to: count },
  plan({ realm, actor, params: { format: form, after, to } }) {
    accessAuditLog(realm, actor);
    if (to <= after || to - after > MAX_IN_PART || to > auditHead(realm).size) throw badRequest("No such part");
    const { leaf } = auditHashes(realm);
    const leaves = Array.from({ length: to - after }, (_, index) => leaf(after + 1 + index));
    return { form, after, to, leaves: Buffer.concat(leaves).toString("base64") };
  },
  withoutBulk: ({ plan }) => plan,
  async answer({ bulk, plan: { form, after, to, leaves } }) {
    const { rows } = await findEntries(bulk, { after_id: after, before_id: to + 1, limit: to - after });
    const entries = rows.map(entryObject);
    if (form === "csv") return new Response(entries.map(csvLine).join(""));
    const known = new Map(entries.map((entry) => [entry.id, entry]));
    const hashes = Buffer.from(leaves, "base64");
    const lines = Array.from({ length: to - after }, (_, index) => {
      const id = after + 1 + index;
      return entryLine(id, known.get(id), hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
    });
    return new Response(lines.join(""));
  },
});

/**
 * Returns an entry as a line of an export, with the hash of its leaf. Hashed fields are in the order in which they are
 * hashed, so that `parley audit verify` needn't parse them. Derived fields are omitted, because they could be changed
 * unnoticed. The line of an expired entry only contains the id and the hash.
 */
export function entryLine(id: number, entry: EntryObject | undefined, leaf: Uint8Array): string {
  const hash = Buffer.from(leaf).toString("base64");
  if (entry === undefined) return `${JSON.stringify({ id, leaf: hash })}\n`;
  const { program: _, ...told } = entry;
  const [context, details] = [sortKeys(entry.context), sortKeys(entry.details)];
  return `${JSON.stringify({ ...told, context, details, leaf: hash })}\n`;
}

const TYPES = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl" } as const;

/** Streams a file of the audit log. Each part is read after the previous one has been consumed. */
async function exportLog({ request, url, call }: PageContext): Promise<Response> {
  const begun = await call("GET /audit_feeds/export", Object.fromEntries(url.searchParams));
  if (!begun.ok) return begun;
  const { result: _, msg: __, ...head } = await begun.json<{ after: number; to: number } & Record<string, unknown>>();
  const format = url.searchParams.get("format") === "csv" ? "csv" : "jsonl";
  const { after, to } = head;
  const first = format === "csv" ? csvHead : `${JSON.stringify({ parley_audit_log: 1, ...head })}\n`;
  const headers = {
    "Content-Type": TYPES[format],
    "Content-Disposition": `attachment; filename="audit-log-${after + 1}-${to}.${format}"`,
    "Cache-Control": "private, no-store",
  };
  let at = after;
  const lines = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
    async pull(controller) {
      if (at === to) return controller.close();
      const next = Math.min(to, at + MAX_IN_PART);
      const part = await call("GET /audit_feeds/export_part", { format, after: String(at), to: String(next) });
      if (!part.ok) throw new Error(`an export of the audit log ended at ${at} of ${to}`);
      at = next;
      controller.enqueue(new Uint8Array(await part.arrayBuffer()));
    },
  });
  if (request.method === "HEAD") await lines.cancel();
  return new Response(request.method === "HEAD" ? null : lines, { headers });
}

const DESCRIBED = "The audit log as a file, with what proves that it was not changed: JSON Lines or CSV.";

/** Exports of the audit log, under both API paths, for owners with a key or a session. */
export const exportPages = [
  page("GET /api/v1/audit_log/export", exportLog, { described: DESCRIBED }),
  page("GET /json/audit_log/export", exportLog),
];
