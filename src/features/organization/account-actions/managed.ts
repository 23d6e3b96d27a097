import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../accounts/accounts.ts";
import { accountManagedHook } from "../accounts/hooks.ts";

/** Throws if a user's account is managed by a directory, so that they can't make this change themselves. */
export function checkNotManaged(realm: Realm, { id }: Pick<User, "id">): void {
  if (realm.collect(accountManagedHook, id).some(Boolean)) throw badRequest("Your account is managed by the directory");
}
