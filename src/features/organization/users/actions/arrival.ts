import { hook } from "../../../../realm/hook.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { User } from "../users.ts";

/** What features above do when an account is made, or comes back, in the same change. */
export const arrivedHook = hook<(realm: Realm, user: User) => void>("arrived");

export function tellArrival(realm: Realm, user: User): void {
  for (const follow of realm.ask(arrivedHook)) follow(realm, user);
}
