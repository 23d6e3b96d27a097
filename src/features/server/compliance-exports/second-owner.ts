import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days, type Seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { findUser, listActiveOwners, type User } from "../../organization/accounts/accounts.ts";
import { ownerChangeOf, ownersChangedSince, putOwnerChange } from "./rows.ts";

/*
 * A user who requests an export must not be able to appoint the owner who confirms it, or to demote those who could. So
 * a change of owners only takes effect after a week.
 */

const weekAgo = (realm: Realm) => before(realm.seconds(), days(7));

export const noteOwnerChange = (realm: Realm, user: UserId): void =>
  putOwnerChange.run(realm.sql, { user, now: realm.seconds() });

/** True if a user became an owner at least a week ago, and before the export was requested. */
function wasOwnerAt(realm: Realm, { id, date_joined }: Pick<User, "id" | "date_joined">, asked: Seconds): boolean {
  const since = Math.max(date_joined, ownerChangeOf.first(realm.sql, { user: id })?.changed_at ?? 0);
  return since <= Math.min(asked, weekAgo(realm));
}

/** True if another owner must confirm an owner's request. Throws if so, but no other owner can. */
export function needsSecondOwner(realm: Realm, { user_id }: Actor): boolean {
  const owners = listActiveOwners(realm).filter(({ id }) => id !== user_id);
  const hasOthers = owners.length > 0 || recentlyChanged(realm).some((id) => id !== user_id);
  if (hasOthers && !owners.some((owner) => wasOwnerAt(realm, owner, realm.seconds())))
    throw badRequest("Someone else who has been an owner for a week has to confirm this, and there is no one.");
  return hasOthers;
}

export function checkSecondOwner(realm: Realm, { user_id }: Actor, asked: Seconds): void {
  if (!wasOwnerAt(realm, accessUser(realm, null, user_id), asked))
    throw badRequest("Only someone who has been an owner for a week, and was one before, can confirm this export.");
}

const recentlyChanged = (realm: Realm): UserId[] =>
  ownersChangedSince.all(realm.sql, { since: weekAgo(realm) }).map(({ user_id }) => user_id);

/** Returns all owners, and users who recently stopped being one. */
export function presentAndFormerOwners(realm: Realm): User[] {
  const owners = listActiveOwners(realm);
  const known = new Set(owners.map(({ id }) => id));
  const former = recentlyChanged(realm).filter((id) => !known.has(id));
  // If an import was undone, its accounts no longer exist.
  return [...owners, ...former.flatMap((id) => findUser(realm, id) ?? []).filter(({ is_active }) => is_active === 1)];
}
