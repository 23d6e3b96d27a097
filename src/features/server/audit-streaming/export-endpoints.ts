import * as v from "valibot";
import { action, query } from "../../../api/endpoint.ts";
import { count, oneOf, optional } from "../../../api/parameter.ts";
import { frontierOf } from "../../../merkle-log/frontier.ts";
import { verifierKey } from "../../../merkle-log/note.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { accessAuditLog } from "../../trust/audit-log/access.ts";
import { audit, auditHashes, auditHead, organizationEntity } from "../../trust/audit-log/audit.ts";
import { entryObject } from "../../trust/audit-log/entry-object.ts";
import { expiryNow } from "../../trust/audit-log/expiry.ts";
import { findEntries } from "../../trust/audit-log/find-entries.ts";
import { csvLine } from "./csv.ts";
import { entryLine } from "./entry-line.ts";
import { checkpointOf, logSigner } from "./signer.ts";

/** Entries per file. A Worker can only make a few requests per response, and each part of a file takes two. */
const MAX_IN_FILE = 40_000;
/** Maximum entries of a file that are read at once. */
export const MAX_IN_PART = 2000;
const HASH_BYTES = 32;

const format = optional(oneOf("jsonl", "csv"), "jsonl");

/**
 * Starts an export: returns what its file contains, and records it. The export page then requests the entries in parts.
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
    audit(realm, "audit.exported", { of: organizationEntity(realm), details: { format: form, after_id: after } });
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

/** Returns the lines of an export after one entry and up to another. */
export const getAuditExportPartEndpoint = query({
  route: "GET /audit_feeds/export_part",
  internal: true,
  limited: false,
  params: { format, after: count, to: count },
  reply: {},
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
