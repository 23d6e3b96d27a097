import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../accounts/accounts.ts";
import { accountManagedHook } from "../accounts/hooks.ts";

/** Throws if a directory manages the user's account. The user can't change what the directory sets. */
export function checkNotManaged(realm: Realm, { id }: Pick<User, "id">): void {
  if (realm.collect(accountManagedHook, id).some(Boolean)) throw badRequest("Your account is managed by the directory");
}
