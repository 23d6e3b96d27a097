import { hook } from "../../../../realm/hook.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { User } from "../users.ts";

/** What features above do when an account is made, or comes back, in the same change. */
export const userArrivedHook = hook<[user: User]>("arrived");

export function tellArrival(realm: Realm, user: User): void {
  realm.run(userArrivedHook, user);
}
