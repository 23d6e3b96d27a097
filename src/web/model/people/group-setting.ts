import type { GroupSettingValue } from "../../../protocol/group-setting-value.ts";
import type { UserId } from "../ids.ts";
import { without } from "../keyed-list.ts";

/** Removes a deactivated user from all permissions among some fields. Returns whether they had one. */
export function leavePermissions(fields: object, user: UserId): boolean {
  let found = false;
  for (const value of Object.values(fields) as unknown[]) {
    if (!isList(value) || !value.direct_members.includes(user)) continue;
    value.direct_members = without(value.direct_members, [user]);
    found = true;
  }
  return found;
}

const isList = (value: unknown): value is Exclude<GroupSettingValue, number> =>
  typeof value === "object" && value !== null && "direct_members" in value && Array.isArray(value.direct_members);
