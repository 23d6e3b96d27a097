import type { Realm } from "../../../../realm/realm.ts";
import { findUserByRealEmail, type User } from "../../../organization/accounts/accounts.ts";
import { accountEntity, audit } from "../../audit-log/audit.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { notUnique } from "../protocol/errors.ts";
import {
  deleteLink,
  deleteRemoved,
  insertRemoved,
  linkByExternalId,
  linkNamed,
  linkOfUser,
  putLink,
  seenUser,
} from "../user-resources/rows.ts";
import type { WantedUser } from "../user-resources/wanted-user.ts";

const userKey = (userName: string) => userName.toLowerCase();

/** Throws if the directory already uses the userName or externalId for another user. */
export function checkLinkIsFree(
  realm: Realm,
  connection: DirectoryConnection,
  { userName, externalId }: WantedUser,
  self?: User["id"],
): void {
  const named = linkNamed.first(realm.sql, { key: userKey(userName) });
  if (named !== undefined && named.user_id !== self) throw notUnique("Another user has this userName.");
  if (self !== undefined) checkFindsOnly(realm, connection, userName, self);
  if (externalId === null) return;
  const known = linkByExternalId.first(realm.sql, { connection: connection.id, external_id: externalId });
  if (known !== undefined && known.user_id !== self) throw notUnique("Another user has this externalId.");
}

/**
 * Throws if a new userName is the address of another account without a link, because directories find such accounts by
 * their address.
 */
function checkFindsOnly(realm: Realm, { id }: DirectoryConnection, userName: string, self: User["id"]): void {
  const own = seenUser(realm, id, self);
  if (own !== undefined && userKey(own.user_name ?? own.delivery_email) === userKey(userName)) return;
  const other = findUserByRealEmail(realm, userName);
  if (other === undefined || other.id === self) return;
  if (seenUser(realm, id, other.id)?.user_name === null) throw notUnique("Another user has this userName.");
}

/** Records that a directory manages an account, and the attributes it sent. */
export function writeLink(realm: Realm, connection: DirectoryConnection, user: User, wanted: WantedUser): void {
  const { userName: user_name, externalId: external_id } = wanted;
  const attributes = JSON.stringify(wanted.attributes);
  const known = linkOfUser.first(realm.sql, { user: user.id });
  if (known?.user_name === user_name && known.external_id === external_id && known.attributes === attributes) return;
  const link = {
    user_name,
    user_key: userKey(user_name),
    external_id,
    attributes,
    changed_at: known?.changed_at ?? realm.seconds(),
  };
  putLink.run(realm.sql, { user: user.id, connection: connection.id, ...link });
  if (known !== undefined) return;
  deleteRemoved.run(realm.sql, { user: user.id });
  audit(realm, "scim.user_linked", { of: accountEntity(user), details: { userName: user_name } });
}

/** Records that a directory deleted an account. No directory sees it until one creates a user with its address. */
export function removeLink(realm: Realm, user: User): void {
  const isLinked = linkOfUser.first(realm.sql, { user: user.id }) !== undefined;
  insertRemoved.run(realm.sql, { user: user.id });
  deleteLink.run(realm.sql, { user: user.id });
  if (isLinked) audit(realm, "scim.user_unlinked", { of: accountEntity(user) });
}
