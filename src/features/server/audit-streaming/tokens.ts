import { type Actor, isOwner } from "../../../protocol/actor.ts";
import { ApiError, badRequest, notFound, rateLimitHit } from "../../../protocol/errors.ts";
import { beforeAdmissionHook } from "../../../realm/admission-hooks.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { randomToken } from "../../../util/random.ts";
import { RateLimiter } from "../../../util/rate-limiter.ts";
import { HOUR, inSeconds, MINUTE_MS } from "../../../util/time.ts";
import { actorOf, findUser } from "../../organization/accounts/accounts.ts";
import { accessAuditLog, noteReading } from "../../trust/audit-log/access.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { readsAuditLogHook } from "../../trust/audit-log/hooks.ts";
import { allTokens, deleteToken, insertToken, setTokenUsed, type TokenRow, tokenByHash } from "./rows.ts";

const MAX_TOKENS = 3;
/** Prefix of tokens. It lets people and secret scanners recognize leaked ones. */
const PREFIX = "parley-audit-";
const LENGTH = 40;
/** Rate limit of requests, shared by all tokens. */
const CALLS = { most: 50, perMs: MINUTE_MS };

/** Not in the realm's cache, which is cleared when a change is refused. */
const limiterOf = inMemory(({ clock }) => new RateLimiter(clock));

/** Creates a token, which is only shown once. */
export function makeToken(realm: Realm, actor: Actor, name: string): { id: number; token: string } {
  accessAuditLog(realm, actor);
  if (allTokens.all(realm.sql, {}).length >= MAX_TOKENS) {
    throw badRequest(`An organization can have ${MAX_TOKENS} audit tokens.`);
  }
  const token = PREFIX + randomToken(realm.random, LENGTH);
  const fields = { name, hash: hashKey(token), user: actor.user_id, created_at: realm.seconds() };
  const { id } = insertToken.one(realm.sql, fields);
  auditOrganization(realm, "audit.token_created", { token_id: id, name });
  return { id, token };
}

export const listTokens = (realm: Realm): TokenRow[] => allTokens.all(realm.sql, {});

export function endToken(realm: Realm, id: number): void {
  const ended = deleteToken.first(realm.sql, { id });
  if (ended === undefined) throw notFound("Audit token does not exist");
  auditOrganization(realm, "audit.token_ended", { token_id: id, name: ended.name });
}

/**
 * Authorizes a request by the hash of its token. Throws if the token is invalid, or if its creator isn't an owner
 * anymore or can't read the log.
 */
export function admitToken(realm: Realm, hash: string): void {
  const token = tokenByHash.first(realm.sql, { hash });
  if (token === undefined) throw refused("INVALID_AUDIT_TOKEN", "Invalid audit token");
  const maker = findUser(realm, token.user_id);
  if (
    maker === undefined ||
    maker.is_active === 0 ||
    !isOwner(maker) ||
    !realm.ask(readsAuditLogHook, actorOf(maker))
  ) {
    throw refused("AUDIT_TOKEN_WITHOUT_OWNER", "Who has made this audit token is no owner any more.");
  }
  // A token only works from networks that its creator can log in from.
  realm.run(beforeAdmissionHook, actorOf(maker), realm.caller?.facts.ip);
  countCall(realm);
  const now = realm.seconds();
  if (token.last_used_at === null || now - token.last_used_at >= HOUR) {
    setTokenUsed.run(realm.sql, { id: token.id, at: now });
  }
  noteReading(realm, { reader: `token ${token.id}`, by: maker, details: { token_id: token.id, name: token.name } });
}

function countCall(realm: Realm): void {
  if (!realm.config.rateLimits) return;
  const { retryMs } = limiterOf(realm).take("all", CALLS);
  if (retryMs > 0) throw rateLimitHit(inSeconds(retryMs));
}

const refused = (code: string, msg: string) => new ApiError({ code, msg, status: 401 });
