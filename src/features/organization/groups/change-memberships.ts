import type { Realm } from "../../../realm/realm.ts";
import { type MembershipChange, membershipsChangeHook } from "./hooks.ts";

/** Applies a change of who is in which groups, and lets features above emit what users see or lose from sight by it. */
export function changeMemberships(realm: Realm, change: MembershipChange, apply: () => void): void {
  const emitters = realm.collect(membershipsChangeHook, change);
  apply();
  for (const emit of emitters) emit();
}
