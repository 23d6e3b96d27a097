import type { Realm } from "../../../realm/realm.ts";
import { systemGroupIds } from "../user-groups/user-groups.ts";
import { realmPermissionValues } from "./realm-settings.ts";

/** True if guests only see users they share a channel or a direct conversation with (users-groups-org.md 4.3). */
export const limitsGuests = (realm: Realm): boolean =>
  realmPermissionValues(realm).can_access_all_users_group !== systemGroupIds(realm)["role:everyone"];
