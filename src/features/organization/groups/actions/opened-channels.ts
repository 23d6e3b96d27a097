import type { GroupSettingValue } from "../../../../protocol/group-setting-value.ts";
import type { GroupId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { allTheChannels, type Channel } from "../../../channels/channels/channels.ts";
import { groupsAround } from "../membership.ts";

export const everyChannel = (realm: Realm): Channel[] => [...allTheChannels(realm).byId.values()];

/** The channels of which somebody may come to see more by being in a group: public ones are seen anyway. */
export function channelsOpenedBy(realm: Realm, group: GroupId): Channel[] {
  const groups: ReadonlySet<number> = groupsAround(realm, group);
  const names = (value: GroupSettingValue) =>
    typeof value === "number" ? groups.has(value) : value.direct_subgroups.some((id) => groups.has(id));
  return everyChannel(realm).filter(
    (channel) => channel.invite_only === 1 && Object.values(channel.permissions).some(names),
  );
}
