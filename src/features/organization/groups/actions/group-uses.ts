import type { GroupSettingValue } from "../../../../protocol/group-setting-value.ts";
import type { ChannelId, GroupId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { realmPermissionValues } from "../../realm/realm-settings.ts";
import { everyGroup, type Group, permissionsOf } from "../groups.ts";
import { directSupergroups } from "../membership.ts";
import { everyChannel } from "./opened-channels.ts";

/** What keeps a group from being deactivated (users-groups-org.md 3, rule 6). */
type Use =
  | { readonly type: "subgroup"; readonly supergroup_ids: readonly GroupId[] }
  | { readonly type: "channel"; readonly channel_id: ChannelId; readonly settings: readonly string[] }
  | { readonly type: "user_group"; readonly group_id: GroupId; readonly settings: readonly string[] }
  | { readonly type: "realm"; readonly settings: readonly string[] };

export function usesOf(realm: Realm, { id }: Group): Use[] {
  const others = everyGroup(realm).filter((group) => group.deactivated === 0 && group.id !== id);
  const live = new Set(others.map((group) => group.id));
  const supergroup_ids = directSupergroups(realm, id).filter((group) => live.has(group));
  const channels = everyChannel(realm).filter((channel) => channel.is_archived === 0);
  const naming = (permissions: object) => settingsNaming(permissions, id);
  const uses: Use[] = [
    { type: "subgroup", supergroup_ids },
    ...channels.map(
      (channel) => ({ type: "channel", channel_id: channel.id, settings: naming(channel.permissions) }) as const,
    ),
    ...others.map(
      (group) => ({ type: "user_group", group_id: group.id, settings: naming(permissionsOf(realm, group)) }) as const,
    ),
    { type: "realm", settings: naming(realmPermissionValues(realm)) },
  ];
  return uses.filter((use) => (use.type === "subgroup" ? use.supergroup_ids : use.settings).length > 0);
}

/** The permissions whose value is a group, or names it among others. */
const settingsNaming = (permissions: object, group: GroupId): string[] =>
  Object.entries(permissions as Record<string, GroupSettingValue>)
    .filter(([, value]) => (typeof value === "number" ? value === group : value.direct_subgroups.includes(group)))
    .map(([name]) => name);
