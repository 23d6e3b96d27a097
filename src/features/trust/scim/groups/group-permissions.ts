import { type GroupPermissions, groupPermissionNames } from "../../../../protocol/permission-settings.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { recordOf } from "../../../../util/records.ts";
import { systemGroupIds } from "../../../organization/groups/groups.ts";

/** The permissions of a group that a directory manages: anyone can mention it, and nobody change it. */
export function nobodyBut(realm: Realm): GroupPermissions {
  const { "role:nobody": nobody, "role:everyone": everyone } = systemGroupIds(realm);
  return recordOf(groupPermissionNames, (name) => (name === "can_mention_group" ? everyone : nobody));
}
