import type { GroupSettingValue } from "../../../protocol/group-setting-value.ts";
import type { RealmPermissionName } from "../../../protocol/permission-settings.ts";
import type { UserId } from "../ids.ts";
import type { PermissionRule, State } from "../state.ts";
import { groupsOf } from "./groups.ts";
import { userById } from "./users.ts";

/** True if a group-setting value includes a user, directly or through a group. */
function isAmong(state: State, value: GroupSettingValue, user: UserId): boolean {
  const groups = groupsOf(state, user);
  if (typeof value === "number") return groups.has(value);
  return value.direct_members.includes(user) || value.direct_subgroups.some((id) => groups.has(id));
}

/** True if a value gives a user a permission. Guests only have permissions that can be given to everyone. */
export function permits(
  state: State,
  value: GroupSettingValue,
  rule: PermissionRule | undefined,
  user: UserId,
): boolean {
  const isGuest = userById(state, user)?.role === 600;
  if (isGuest && rule?.allow_everyone_group !== true) return false;
  return isAmong(state, value, user);
}

/** Whether an account, by default the user's own, has an organization permission. */
export function hasPermission(state: State, name: RealmPermissionName, user: UserId = state.user_id): boolean {
  return permits(state, state[`realm_${name}`], realmRules(state)[name], user);
}

/** The rules for organization permissions: those that all clients support, and those that only this server has. */
export const realmRules = (state: State): Readonly<Partial<Record<RealmPermissionName, PermissionRule>>> => ({
  ...state.server_supported_permission_settings.realm,
  ...state.svc_supported_permission_settings?.realm,
});

export const canInvite = (state: State): boolean =>
  hasPermission(state, "can_invite_users_group") || hasPermission(state, "create_multiuse_invite_group");

/** True if the user can create bots, at least ones that only send messages. */
export const canMakeBots = (state: State): boolean =>
  hasPermission(state, "can_create_bots_group") || hasPermission(state, "can_create_write_only_bots_group");

export const canCreateChannels = (state: State): boolean =>
  hasPermission(state, "can_create_public_channel_group") || hasPermission(state, "can_create_private_channel_group");
