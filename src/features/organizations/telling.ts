import { namesUser } from "../../protocol/group-setting-value.ts";
import type { UserId } from "../../protocol/ids.ts";
import { everyone } from "../../realm/event.ts";
import type { Realm } from "../../realm/realm.ts";
import { visibleValue } from "../groups/access.ts";
import { realmDictUpdated } from "./events.ts";
import { realmPermissionValues } from "./organizations.ts";

/** Permissions that name somebody who was deactivated show them again once they are back. */
export function tellRealmPermissionsNaming(realm: Realm, user: UserId): void {
  const naming = Object.entries(realmPermissionValues(realm)).filter(([, value]) => namesUser(value, user));
  if (naming.length === 0) return;
  const data = Object.fromEntries(naming.map(([name, value]) => [name, visibleValue(realm, value)]));
  realm.emit(realmDictUpdated({ property: "default", data }), everyone);
}
