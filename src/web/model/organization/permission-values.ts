import type { GroupSettingValue } from "../../../protocol/group-setting-value.ts";
import type {
  ChannelPermissionName,
  GroupPermissionName,
  RealmPermissionName,
} from "../../../protocol/permission-settings.ts";
import type { UserId } from "../ids.ts";
import { groupsWithin, systemGroup } from "../people/group-members.ts";
import { realmRules } from "../people/permissions.ts";
import type { Channel, Group, PermissionRule, State } from "../state.ts";

/** System groups, widest first. */
const SYSTEM_GROUPS = [
  "role:internet",
  "role:everyone",
  "role:members",
  "role:fullmembers",
  "role:moderators",
  "role:administrators",
  "role:owners",
  "role:nobody",
] as const;

type SystemGroupName = (typeof SYSTEM_GROUPS)[number];

const isAllowed = (rule: PermissionRule, name: SystemGroupName): boolean => {
  if (name === "role:internet" && !rule.allow_internet_group) return false;
  if (name === "role:everyone" && !rule.allow_everyone_group) return false;
  if (name === "role:nobody" && !rule.allow_nobody_group) return false;
  return rule.allowed_system_groups.length === 0 || rule.allowed_system_groups.includes(name);
};

export const rolesFor = (state: State, rule: PermissionRule): readonly Group[] =>
  SYSTEM_GROUPS.filter((name) => isAllowed(rule, name)).flatMap((name) => systemGroup(state, name) ?? []);

interface Who {
  readonly groups: readonly number[];
  readonly users: readonly UserId[];
}

export const whoOf = (value: GroupSettingValue): Who =>
  typeof value === "number"
    ? { groups: [value], users: [] }
    : { groups: value.direct_subgroups, users: value.direct_members };

/** Builds a setting's value as the server stores it: the id of a single group, otherwise sorted lists of ids. */
export function valueNaming({ groups, users }: Who): GroupSettingValue {
  const [only] = groups;
  if (only !== undefined && groups.length === 1 && users.length === 0) return only;
  const sorted = <Id extends number>(ids: readonly Id[]) => [...ids].sort((a, b) => a - b);
  return { direct_members: sorted(users), direct_subgroups: sorted(groups) };
}

/** Where a group is used. A group that is used anywhere can't be deactivated. */
interface GroupUses {
  readonly realm: readonly RealmPermissionName[];
  readonly channels: readonly { readonly channel: Channel; readonly names: readonly ChannelPermissionName[] }[];
  readonly groups: readonly { readonly group: Group; readonly names: readonly GroupPermissionName[] }[];
  readonly supergroups: readonly Group[];
}

const isNamed = (value: GroupSettingValue | undefined, id: number): boolean =>
  value !== undefined && (typeof value === "number" ? value === id : value.direct_subgroups.includes(id));

const ruleNames = <Name extends string>(rules: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(rules) as Name[];

/** Finds where a group is used. Considers only the channels that the user can see. */
export function groupUses(state: State, id: number): GroupUses {
  const rules = state.server_supported_permission_settings;
  const among = <Name extends string>(names: readonly Name[], values: Readonly<Record<Name, GroupSettingValue>>) =>
    names.filter((name) => isNamed(values[name], id));
  const ofChannel = ruleNames<ChannelPermissionName>(rules.stream as Record<ChannelPermissionName, unknown>);
  const ofGroup = ruleNames<GroupPermissionName>(rules.group as Record<GroupPermissionName, unknown>);
  const others = state.realm_user_groups.filter((group) => !group.deactivated && group.id !== id);
  return {
    realm: ruleNames<RealmPermissionName>(realmRules(state) as Record<RealmPermissionName, unknown>).filter((name) =>
      isNamed(state[`realm_${name}`], id),
    ),
    channels: [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed]
      .filter(({ is_archived }) => !is_archived)
      .map((channel) => ({ channel, names: among(ofChannel, channel) }))
      .filter(({ names }) => names.length > 0),
    groups: others.map((group) => ({ group, names: among(ofGroup, group) })).filter(({ names }) => names.length > 0),
    supergroups: others.filter((group) => group.direct_subgroup_ids.includes(id)),
  };
}

export const isUsed = ({ realm, channels, groups, supergroups }: GroupUses): boolean =>
  [realm, channels, groups, supergroups].some((uses) => uses.length > 0);

/** Groups that can be added to a group as subgroups, which excludes groups that contain it. */
export const possibleSubgroups = (state: State, group: Group): readonly Group[] =>
  state.realm_user_groups.filter(
    (one) =>
      !one.deactivated &&
      one.name !== "role:internet" &&
      one.name !== "role:nobody" &&
      !group.direct_subgroup_ids.includes(one.id) &&
      !groupsWithin(state, one.id).has(group.id),
  );
