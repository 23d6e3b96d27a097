import * as v from "valibot";
import { action, query } from "../../../api/endpoint.ts";
import { count, integer, oneOf, optional, text, textParameter } from "../../../api/parameter.ts";
import { consistencyProof, inclusionProof } from "../../../merkle-log/merkle-log.ts";
import { verifierKey } from "../../../merkle-log/note.ts";
import type { Hash } from "../../../merkle-log/tree.ts";
import { ApiError, badRequest, notFound } from "../../../protocol/errors.ts";
import { jsonResponse } from "../../../protocol/text-response.ts";
import { type Milliseconds, milliseconds } from "../../../util/time.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { auditHashes, auditHead } from "../../trust/audit-log/audit.ts";
import { entryObject } from "../../trust/audit-log/entry-object.ts";
import { findEntries } from "../../trust/audit-log/find-entries.ts";
import { checkpointOf, logSigner } from "./signer.ts";
import { actionsMeant, slackEntry, slackNameOf } from "./slack-entry.ts";
import { admitToken, endToken, listTokens, makeToken } from "./tokens.ts";

const MAX_NAME_LENGTH = 100;

/**
 * Lists the organization's audit tokens, which programs use to read its audit log. None of these endpoints is part of
 * Zulip's API.
 */
const getAuditTokensEndpoint = action({
  route: "GET /audit_log/tokens",
  by: "owner",
  reply: {
    tokens: v.array(
      v.object({
        id: v.number(),
        name: v.string(),
        /** Id of the owner who created the token. */
        user_id: v.number(),
        created_at: v.number(),
        /** Precise to the hour. Null if the token was never used. */
        last_used_at: v.nullable(v.number()),
      }),
    ),
  },
  run: ({ realm }) => ({ tokens: listTokens(realm) }),
});

const createAuditTokenEndpoint = action({
  route: "POST /audit_log/tokens",
  by: "owner",
  params: { name: textParameter(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_NAME_LENGTH))) },
  reply: { id: v.number(), token: v.string() },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    return makeToken(realm, actor, params.name);
  },
});

const deleteAuditTokenEndpoint = action({
  route: "DELETE /audit_log/tokens/:audit_token_id",
  by: "owner",
  params: { audit_token_id: integer },
  run: ({ realm, params }) => endToken(realm, params.audit_token_id),
});

/** Maximum number of entries per response, even if more are requested. The cursor leads to the others. */
const MAX_ENTRIES = 1000;
const MAX_LIMIT = 9999;

/** Returns the log in the form of Slack's audit API, newest entries first, for the page /audit/v1/logs. */
const getLogsEndpoint = query({
  route: "GET /audit_feeds/logs",
  by: "anyone",
  internal: true,
  params: {
    token: text("id"),
    oldest: optional(count),
    latest: optional(count),
    limit: optional(count, MAX_ENTRIES),
    action: optional(text("addresses")),
    actor: optional(text("id")),
    entity: optional(text("id")),
    cursor: optional(text("id")),
    names: optional(oneOf("slack")),
  },
  plan({ realm, params: { token, oldest, latest, limit, action, actor, entity, cursor, names } }) {
    admitToken(realm, token);
    if (limit < 1 || limit > MAX_LIMIT) throw badRequest(`limit must be between 1 and ${MAX_LIMIT}`);
    return {
      wanted: {
        before_id: cursor === undefined ? undefined : idIn(cursor),
        actions: action?.split(",").flatMap((name) => actionsMeant(name.trim())),
        // Only accounts have numeric ids, which are never negative.
        actor_id: actor === undefined ? undefined : parseId(actor),
        entity_id: entity,
        since: inTime(oldest),
        until: latest === undefined ? undefined : inTime(latest + 1),
        limit: Math.min(limit, MAX_ENTRIES),
      },
      names,
      workspace: { id: String(realm.identity.id), name: realmSettings(realm).name, domain: realm.host },
    };
  },
  withoutBulk: ({ plan }) => plan,
  async answer({ bulk, plan: { wanted, names, workspace } }) {
    const { rows, hasMore } = await findEntries(bulk, wanted);
    const entries = rows.map((row) =>
      slackEntry(entryObject(row), names === "slack" ? slackNameOf(row.action) : row.action, workspace),
    );
    const last = rows.at(-1);
    const next_cursor = hasMore && last !== undefined ? cursorAt(last.id) : "";
    return jsonResponse(JSON.stringify({ entries, response_metadata: { next_cursor } }));
  },
});

/** A cursor contains the id of the last returned entry, so that new entries don't shift the pages. */
const cursorAt = (id: number) => Buffer.from(`before:${id}`).toString("base64url");

function idIn(cursor: string): number {
  const [, id] = /^before:([1-9]\d{0,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (id === undefined) throw new ApiError({ code: "INVALID_CURSOR", msg: "Invalid cursor" });
  return Number(id);
}

const parseId = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : -1);
const inTime = (seconds: number | undefined): Milliseconds | undefined =>
  seconds === undefined ? undefined : milliseconds(seconds * 1000);

/** Settings of endpoints that only the pages under /audit/v1 call. All but the public key require a token. */
const forPages = { by: "anyone", internal: true } as const;
const token = text("id");

const inBase64 = (hash: Hash) => Buffer.from(hash).toString("base64");

const getLogKeyEndpoint = action({
  route: "GET /audit_feeds/key",
  ...forPages,
  reply: { key: v.string() },
  run: ({ realm }) => ({ key: verifierKey(logSigner(realm)) }),
});

const getCheckpointEndpoint = action({
  route: "GET /audit_feeds/checkpoint",
  ...forPages,
  params: { token },
  reply: { checkpoint: v.string() },
  run({ realm, params }) {
    admitToken(realm, params.token);
    return { checkpoint: checkpointOf(realm, auditHead(realm).size) };
  },
});

/** Returns the proof that an entry is in the log at a given size. Defaults to the size of the newest checkpoint. */
const getInclusionProofEndpoint = action({
  route: "GET /audit_feeds/inclusion",
  ...forPages,
  params: { token, id: count, size: optional(count) },
  reply: {
    id: v.number(),
    size: v.number(),
    leaf: v.string(),
    proof: v.array(v.string()),
    checkpoint: v.string(),
  },
  run({ realm, params: { token: given, id, size: wanted } }) {
    admitToken(realm, given);
    const newest = auditHead(realm).size;
    const size = wanted ?? newest;
    if (size > newest) throw badRequest("size is more than there are entries");
    if (id < 1 || id > size) throw notFound("Entry does not exist");
    const hashes = auditHashes(realm);
    return {
      ...{ id, size, leaf: inBase64(hashes.leaf(id)), proof: inclusionProof(hashes, id, size).map(inBase64) },
      checkpoint: checkpointOf(realm, size),
    };
  },
});

/** Returns the proof that the log at one size is a prefix of the log at another. */
const getConsistencyProofEndpoint = action({
  route: "GET /audit_feeds/consistency",
  ...forPages,
  params: { token, from: count, to: optional(count) },
  reply: { from: v.number(), to: v.number(), proof: v.array(v.string()), checkpoint: v.string() },
  run({ realm, params: { token: given, from, to: wanted } }) {
    admitToken(realm, given);
    const newest = auditHead(realm).size;
    const to = wanted ?? newest;
    if (from < 1 || from > to || to > newest) throw badRequest("from and to have to be sizes of the log, in order");
    const proof = consistencyProof(auditHashes(realm), from, to).map(inBase64);
    return { from, to, proof, checkpoint: checkpointOf(realm, to) };
  },
});

export const feedEndpoints = [
  getAuditTokensEndpoint,
  createAuditTokenEndpoint,
  deleteAuditTokenEndpoint,
  getLogsEndpoint,
  getLogKeyEndpoint,
  getCheckpointEndpoint,
  getInclusionProofEndpoint,
  getConsistencyProofEndpoint,
];
