import { type GroupSettingValue, permissionsNamingGroup } from "../../../protocol/group-setting-value.ts";
import type { GroupId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { GroupUse, MembershipChange } from "../../organization/user-groups/hooks.ts";
import { groupsContaining } from "../../organization/user-groups/membership.ts";
import { type Channel, everyChannel } from "./channels.ts";
import { watchVisibility } from "./visibility-events.ts";

/** Runs before users join or leave groups. Returns a function that emits which channels became visible or hidden. */
export const watchMemberships = (realm: Realm, { users, group }: MembershipChange): (() => void) =>
  watchVisibility(realm, { users, channels: group === null ? everyChannel(realm) : privateChannelsOf(realm, group) });

function privateChannelsOf(realm: Realm, group: GroupId): Channel[] {
  const groups: ReadonlySet<number> = groupsContaining(realm, group);
  const includesGroup = (value: GroupSettingValue) =>
    typeof value === "number" ? groups.has(value) : value.direct_subgroups.some((id) => groups.has(id));
  return everyChannel(realm).filter(
    (channel) => channel.invite_only === 1 && Object.values(channel.permissions).some(includesGroup),
  );
}

/** Channels that are not archived and have permissions referring to a group, each with those permissions. */
export const channelsUsing = (realm: Realm, group: GroupId): GroupUse[] =>
  everyChannel(realm)
    .filter(({ is_archived }) => is_archived === 0)
    .map(({ id, permissions }) => ({
      type: "channel",
      channel_id: id,
      settings: permissionsNamingGroup(permissions, group),
    }));
