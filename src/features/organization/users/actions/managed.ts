import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accountManagedHook } from "../hooks.ts";
import type { User } from "../users.ts";

/** Refuses people a change of their own account that is up to the directory which manages it. */
export function checkNotManaged(realm: Realm, { id }: Pick<User, "id">): void {
  if (realm.collect(accountManagedHook, id).some(Boolean)) throw badRequest("Your account is managed by the directory");
}
