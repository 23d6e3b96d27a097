import type { Realm } from "../../../../realm/realm.ts";
import type { Group } from "../../../organization/groups/groups.ts";
import { sendDirectNotice } from "../../../organization/notices/notices.ts";
import { listActiveOwners } from "../../../organization/users/users.ts";
import type { Connection } from "../connections/connections.ts";

/** Tells owners that a group is empty now, because the directory has deleted it, and that permissions still name it. */
export function tellOwnersOfEmptyGroup(realm: Realm, { name }: Connection, group: Group): void {
  const content = `The directory ${name} deleted the group @_*${group.name}*. Permissions still use it, so it stays, without members.`;
  for (const { id } of listActiveOwners(realm)) sendDirectNotice(realm, { to: id, content });
}
