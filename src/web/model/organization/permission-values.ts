import type { GroupSettingValue } from "../../../protocol/group-setting-value.ts";
import { systemGroup } from "../channels/membership.ts";
import type { UserId } from "../ids.ts";
import type { Group, PermissionRule, State } from "../state.ts";

/** The system groups, the widest first. */
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

/** The system groups that can have a permission. */
export const rolesFor = (state: State, rule: PermissionRule): readonly Group[] =>
  SYSTEM_GROUPS.filter((name) => isAllowed(rule, name)).flatMap((name) => systemGroup(state, name) ?? []);

interface Who {
  readonly groups: readonly number[];
  readonly users: readonly UserId[];
}

/** The groups and users that a value names. */
export const whoOf = (value: GroupSettingValue): Who =>
  typeof value === "number"
    ? { groups: [value], users: [] }
    : { groups: value.direct_subgroups, users: value.direct_members };

/** The value that names some groups and users. A single group is named by its id alone. */
export function valueNaming({ groups, users }: Who): GroupSettingValue {
  const [only] = groups;
  if (only !== undefined && groups.length === 1 && users.length === 0) return only;
  return { direct_subgroups: [...groups], direct_members: [...users] };
}
