import { badRequest } from "../../protocol/errors.ts";
import type { UserId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { deleteOldestTokens, deleteToken, putToken, type TokenKind, type TokenRow, tokensOfUser } from "./rows.ts";

const LONGEST = 4096;
/** Of one person: who has more devices loses those that have been silent for longest. */
const MOST_TOKENS = 50;

function checkToken(kind: TokenKind, token: string): void {
  if (token === "" || token.length > LONGEST) throw badRequest("Empty or invalid length token");
  if (kind === "apns" && !/^(?:[0-9a-f]{2})+$/i.test(token)) throw badRequest("Invalid APNS token");
}

/** Keeps a device's token for pushes that are not encrypted (users-groups-org.md 10). */
export function addToken(realm: Realm, user: UserId, { kind, token, app_id }: TokenRow): void {
  checkToken(kind, token);
  putToken.run(realm.sql, { user, kind, token, app_id, added_at: realm.now() });
  deleteOldestTokens.run(realm.sql, { user, keep: MOST_TOKENS });
}

export function removeToken(realm: Realm, user: UserId, { kind, token }: Pick<TokenRow, "kind" | "token">): void {
  checkToken(kind, token);
  if (deleteToken.first(realm.sql, { user, kind, token }) === undefined) throw badRequest("Token does not exist");
}

export const tokensOf = (realm: Realm, user: UserId): TokenRow[] => tokensOfUser.all(realm.sql, { user });
