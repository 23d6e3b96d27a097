import * as v from "valibot";
import { badRequest } from "../../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { deviceOwners, forgetOwners, PushKind } from "../candidates.ts";
import { serviceUnreachable } from "../failures.ts";
import type { TokenKind, TokenRow } from "../rows.ts";
import * as rows from "../rows.ts";

export type Token = TokenRow;

export const TOKEN_JOB = "push-token";

const MAX_TOKEN_LENGTH = 4096;

/** A token that was added or removed, to be forwarded to the push service. */
export const tokenChangeSchema = v.object({
  user: v.pipe(v.number(), v.transform(toUserId)),
  kind: v.picklist(rows.tokenKinds),
  token: v.string(),
});
export type TokenChange = Readonly<v.InferOutput<typeof tokenChangeSchema>>;

function checkToken(kind: TokenKind, token: string): void {
  if (token === "" || token.length > MAX_TOKEN_LENGTH) throw badRequest("Empty or invalid length token");
  if (kind === "apns" && !/^(?:[0-9a-f]{2})+$/i.test(token)) throw badRequest("Invalid APNS token");
}

/** Stores a device's token for unencrypted pushes (users-groups-org.md 10). */
export function addToken(realm: Realm, user: UserId, { kind, token, app_id, key_id }: Token): void {
  checkToken(kind, token);
  if (realm.outbox.isFull(TOKEN_JOB)) throw serviceUnreachable();
  rows.putToken.run(realm.sql, { user, kind, token, app_id, origin: realm.url, key_id, added_at: realm.seconds() });
  // A user with too many tokens loses the ones added or renewed least recently.
  rows.deleteOldestTokens.run(realm.sql, { user, keep: limits.account.push_tokens });
  // Apps send their token at each start, so the cache is usually right already.
  if (((deviceOwners(realm).get(user) ?? 0) & PushKind.plain) === 0) forgetOwners(realm);
  forwardLater(realm, { user, kind, token });
}

export function removeToken(realm: Realm, user: UserId, { kind, token }: Pick<Token, "kind" | "token">): void {
  checkToken(kind, token);
  if (rows.deleteToken.first(realm.sql, { user, kind, token }) === undefined) throw badRequest("Token does not exist");
  forgetOwners(realm);
  forwardLater(realm, { user, kind, token });
}

/** Removes the tokens of an ended login, or of all logins of the account if `login` is null. */
export function endTokens(realm: Realm, user: UserId, login: number | null): void {
  for (const { kind, token, key_id } of tokensOf(realm, user)) {
    if (login === null || key_id === login) removeToken(realm, user, { kind, token });
  }
}

/** Deletes tokens whose devices no longer exist, as reported by the push service. */
export function dropTokens(realm: Realm, user: UserId, kind: TokenKind, tokens: readonly string[]): void {
  for (const token of tokens) rows.deleteToken.run(realm.sql, { user, kind, token });
  forgetOwners(realm);
}

function forwardLater(realm: Realm, change: TokenChange): void {
  if (realm.config.pushService !== null) realm.outbox.add(TOKEN_JOB, change);
}

export const tokensOf = (realm: Realm, user: UserId): Token[] => rows.tokensOfUser.all(realm.sql, { user });
