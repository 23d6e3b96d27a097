import type { Realm } from "../../../realm/realm.ts";
import { checkLentKeys } from "../accounts/api-keys/api-keys.ts";
import { beforeMembershipChangeHook, type MembershipChange } from "./hooks.ts";

/** Applies a change to group memberships, and lets other features emit what becomes visible or hidden as a result. */
export function changeMemberships(realm: Realm, change: MembershipChange, apply: () => void): void {
  const emitters = realm.collect(beforeMembershipChangeHook, change);
  apply();
  for (const emit of emitters) emit();
  checkLentKeys(realm);
}
