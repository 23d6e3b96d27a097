import { namesUser } from "../../../protocol/group-setting-value.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { type Audience, everyone } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { visibleValue } from "../user-groups/access.ts";
import { realmDictUpdated } from "./events.ts";
import { realmPermissionValues } from "./realm-settings.ts";

/**
 * Emits the organization's permissions that contain an account, because clients see it there only while it is active.
 */
export function emitRealmPermissionsNaming(realm: Realm, user: UserId, audience: Audience = everyone): void {
  const naming = Object.entries(realmPermissionValues(realm)).filter(([, value]) => namesUser(value, user));
  if (naming.length === 0) return;
  const data = Object.fromEntries(naming.map(([name, value]) => [name, visibleValue(realm, value)]));
  realm.emit(realmDictUpdated({ property: "default", data }), audience);
}
