import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { type Resource, type Scope, withImplied } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashAccessToken, hashKey } from "../../../rpc/credentials.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { after, HOUR, MINUTE } from "../../../util/time.ts";
import { signatureOf } from "../../email/signed-token.ts";
import { clientById, documentAddress } from "./clients.ts";
import { notifyNewGrant } from "./emails.ts";
import { countAction } from "./limits.ts";
import { endGrant, MAX_PAUSE, note, scopesOf } from "./oauth-grants.ts";
import type { GrantRow } from "./rows.ts";
import * as rows from "./rows.ts";

const CODE_SECONDS = MINUTE;
const ACCESS_SECONDS = HOUR;
/** How long the previous token can still be exchanged for the same successor, in case the response was lost. */
const REUSE_WINDOW = MINUTE;
const SECRET_BYTES = 32;
const FAMILY_BYTES = 16;
const FAMILY_LENGTH = 22;
/** Maximum number of valid tokens per grant. A client has several if it runs in several places. */
const MAX_TOKENS = 50;
const MAX_REFRESHES = 20;

const random = (realm: Realm, bytes: number) => Buffer.from(realm.random.bytes(bytes)).toString("base64url");

export interface Tokens {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
}
export interface TokenError {
  readonly error: "invalid_grant" | "invalid_client" | "invalid_target" | "invalid_scope";
  readonly error_description: string;
}

interface NewCode {
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly refreshes: boolean;
}

/** Creates the authorization code that a client exchanges for tokens. */
export function makeCode(realm: Realm, { id }: GrantRow, { redirect_uri, challenge, refreshes }: NewCode): string {
  const code = random(realm, SECRET_BYTES);
  const expires_at = after(realm.seconds(), CODE_SECONDS);
  rows.insertCode.run(realm.sql, { hash: hashKey(code), grant_id: id, redirect_uri, challenge, refreshes, expires_at });
  return code;
}

interface ByClient {
  readonly client_id: string;
  readonly resource: Resource | null | undefined;
  readonly request: RequestFacts;
}

const unknownClient: TokenError = { error: "invalid_client", error_description: "This client is not known here." };
const wrongTarget: TokenError = { error: "invalid_target", error_description: "The grant is for another resource." };
const invalid = (error_description: string): TokenError => ({ error: "invalid_grant", error_description });

/**
 * Counts a failure by IP address, and returns it. Throws a rate limit error instead if there were too many. Not for
 * failures that end a grant or code: throwing would roll that back, and each happens only once.
 */
function failed(realm: Realm, { address }: RequestFacts, refused: TokenError): TokenError {
  countAction(realm, "failures", address);
  return refused;
}

const isKnown = (realm: Realm, client: string) =>
  clientById(realm, client) !== undefined || documentAddress(client) !== undefined;

interface WithCode extends ByClient {
  readonly code: string;
  readonly redirect_uri: string | undefined;
  readonly verifier: string;
}

/** Exchanges a code for the first tokens. A code used twice revokes its grant, because someone else has it, too. */
export function exchangeCode(realm: Realm, asked: WithCode): Tokens | TokenError {
  const { client_id, resource, request } = asked;
  if (!isKnown(realm, client_id)) return failed(realm, request, unknownClient);
  const code = rows.codeByHash.first(realm.sql, { hash: hashKey(asked.code) });
  const grant = code && rows.grantById.first(realm.sql, { id: code.grant_id });
  if (code === undefined || grant === undefined || grant.client_id !== client_id)
    return failed(realm, request, invalid("The code is unknown."));
  if (code.used === 1) {
    endForReuse(realm, grant, "code used twice");
    return invalid("The code was used already, so that its grant has ended.");
  }
  const wrong = whyWrong(realm, asked, code);
  if (wrong !== undefined) {
    rows.deleteCode.run(realm.sql, { hash: code.hash });
    return invalid(wrong);
  }
  countAction(realm, "tokens", grant.id);
  if (resource !== undefined && resource !== grant.resource) return failed(realm, request, wrongTarget);
  rows.setCodeUsed.run(realm.sql, { hash: code.hash });
  return code.refreshes === 1 ? withRefresh(realm, grant) : issue(realm, grant, { family: null });
}

type Code = NonNullable<ReturnType<typeof rows.codeByHash.first>>;

function whyWrong(realm: Realm, { redirect_uri, verifier }: WithCode, code: Code): string | undefined {
  if (code.expires_at <= realm.seconds()) return "The code has run out.";
  if (redirect_uri !== undefined && redirect_uri !== code.redirect_uri) return "The redirect_uri is another one.";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return isSameSecret(challenge, code.challenge) ? undefined : "The code_verifier is wrong.";
}

function withRefresh(realm: Realm, grant: GrantRow): Tokens {
  const family = random(realm, FAMILY_BYTES);
  const token = `${family}${random(realm, SECRET_BYTES)}`;
  const fields = { family: hashKey(family), hash: hashKey(token), grant_id: grant.id, now: realm.seconds() };
  rows.insertRefresh.run(realm.sql, fields);
  for (const oldest of rows.deleteOldestRefreshes.all(realm.sql, { grant: grant.id, keep: MAX_REFRESHES }))
    rows.deleteTokensOfFamily.run(realm.sql, oldest);
  return { ...issue(realm, grant, { family: fields.family }), refresh_token: `pmr_${token}` };
}

/** Issues an access token, limited to `only` if the client requested fewer scopes. */
function issue(
  realm: Realm,
  grant: GrantRow,
  { family, only }: { readonly family: string | null; readonly only?: readonly Scope[] | undefined },
): Tokens {
  const now = realm.seconds();
  const access_token = `pma_${random(realm, SECRET_BYTES)}`;
  const hash = hashAccessToken(access_token, grant.resource);
  rows.deleteTokensBefore.run(realm.sql, { now });
  const scopes = only === undefined ? null : JSON.stringify(only);
  rows.insertToken.run(realm.sql, { hash, grant_id: grant.id, family, expires_at: after(now, ACCESS_SECONDS), scopes });
  rows.deleteOldestTokens.run(realm.sql, { grant: grant.id, keep: MAX_TOKENS });
  return { access_token, expires_in: ACCESS_SECONDS, scope: (only ?? scopesOf(grant)).join(" ") };
}

interface WithRefresh extends ByClient {
  readonly refresh_token: string;
  readonly scope: string | undefined;
}

/**
 * Exchanges a refresh token for new tokens, and invalidates it. Using an older token again revokes the grant, because
 * it was probably stolen.
 */
export function refreshTokens(realm: Realm, asked: WithRefresh): Tokens | TokenError {
  const { client_id, resource, request } = asked;
  if (!isKnown(realm, client_id)) return failed(realm, request, unknownClient);
  const { family, token } = splitToken(asked.refresh_token);
  const row = rows.refreshByFamily.first(realm.sql, { family: hashKey(family) });
  const grant = row && rows.grantById.first(realm.sql, { id: row.grant_id });
  if (row === undefined || grant === undefined || grant.client_id !== client_id)
    return failed(realm, request, invalid("The refresh token is unknown."));
  const now = realm.seconds();
  const hash = hashKey(token);
  const isCurrent = hash === row.hash;
  if (!isCurrent && !(hash === row.previous_hash && after(row.rotated_at, REUSE_WINDOW) > now)) {
    endForReuse(realm, grant, "token used again");
    return invalid("The refresh token was used before, so that its grant has ended.");
  }
  countAction(realm, "tokens", grant.id);
  if (grant.ends_at <= now || after(row.rotated_at, MAX_PAUSE) <= now)
    return failed(realm, request, invalid("The grant has run out."));
  if (resource !== undefined && resource !== grant.resource) return failed(realm, request, wrongTarget);
  const wanted = (asked.scope ?? "").split(" ").filter((one) => one !== "" && one !== "offline_access");
  const only = [...withImplied(scopesOf(grant))].filter((scope) => wanted.includes(scope));
  if (!wanted.every((one) => only.some((scope) => scope === one)))
    return failed(realm, request, { error: "invalid_scope", error_description: "The grant does not have this scope." });
  const next = successor(realm, family, token);
  if (isCurrent) rows.rotateRefresh.run(realm.sql, { family: row.family, hash: hashKey(next), now });
  return {
    ...issue(realm, grant, { family: row.family, only: only.length === 0 ? undefined : only }),
    refresh_token: `pmr_${next}`,
  };
}

const splitToken = (refreshToken: string) => {
  const token = refreshToken.startsWith("pmr_") ? refreshToken.slice("pmr_".length) : "";
  return { token, family: token.slice(0, FAMILY_LENGTH) };
};

/** Derives the token that replaces another, so that it can be returned again without being stored. */
const successor = (realm: Realm, family: string, token: string) =>
  family + Buffer.from(signatureOf(realm, "assistant refresh", token), "hex").toString("base64url");

function endForReuse(realm: Realm, grant: GrantRow, reason: "token used again" | "code used twice"): void {
  note(realm, "assistant.token_reuse_detected", grant, { reason });
  notifyNewGrant(realm, grant, "used again");
  endGrant(realm, grant, reason);
}

/** Revokes a token for its client (RFC 7009). Revoking a refresh token also revokes all tokens derived from it. */
export function revokeToken(realm: Realm, given: string): void {
  const { family, token } = splitToken(given);
  const row = rows.refreshByFamily.first(realm.sql, { family: hashKey(family) });
  const grant = row && rows.grantById.first(realm.sql, { id: row.grant_id });
  if (row === undefined || grant === undefined) {
    endAccessToken(realm, given);
    return;
  }
  if (hashKey(token) !== row.hash && hashKey(token) !== row.previous_hash) return;
  rows.deleteRefresh.run(realm.sql, { family: row.family });
  rows.deleteTokensOfFamily.run(realm.sql, { family: row.family });
  if (rows.grantsWithRefresh.first(realm.sql, { grant: grant.id }) === undefined)
    endGrant(realm, grant, "by the client");
  else realm.loginsEnded(grant.user_id);
}

function endAccessToken(realm: Realm, given: string): void {
  for (const resource of ["mcp", "research"] as const) {
    const ended = rows.deleteToken.first(realm.sql, { hash: hashAccessToken(given, resource) });
    const grant = ended && rows.grantById.first(realm.sql, { id: ended.grant_id });
    if (grant !== undefined) realm.loginsEnded(grant.user_id);
  }
}
