import { useState } from "preact/hooks";
import type { GroupSettingValue } from "../../../../protocol/group-setting-value.ts";
import { useClient } from "../../../client/client.ts";
import { rolesFor, valueNaming, whoOf } from "../../../model/organization/permission-values.ts";
import { ownGroups } from "../../../model/people/group-members.ts";
import { groupById } from "../../../model/people/groups.ts";
import { peopleByName } from "../../../model/people/people-by-name.ts";
import { userById } from "../../../model/people/users.ts";
import type { Group, PermissionRule } from "../../../model/state.ts";
import { Select } from "../../../parts/fields/choice.tsx";
import { type Pickable, Picker } from "../../../parts/fields/picker.tsx";
import { settingsWords } from "../../../words/settings/settings.ts";
import { pickableGroup, pickableUser } from "../../pickers.tsx";
import { type GuardedSetting, rowHint, SettingRow, useSaving } from "./setting-row.tsx";

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly setting: GuardedSetting<GroupSettingValue>;
  /** The rule that decides which groups can have the permission. */
  readonly rule: PermissionRule;
}

/** Returns a group's display name. The names of roles describe who is in them. */
export function groupTitle({ is_system_group, name }: Pick<Group, "is_system_group" | "name">): string {
  const titles: Readonly<Record<string, string>> = settingsWords().groups;
  return (is_system_group && titles[name]) || name;
}

/**
 * The option that opens a field for choosing people and groups. Roles are options themselves, so they need only one
 * step.
 */
const CHOSEN = "chosen";

/** Chooses who has a permission: a role, or certain people and groups. */
export function GroupPicker({ label, hint, setting, rule }: Props) {
  const state = useClient().watch("groups", "users");
  const { shown, change, isSaved, error } = useSaving(setting);
  const roles = rolesFor(state, rule);
  const isRole = typeof shown === "number" && roles.some(({ id }) => id === shown);
  const [isOpen, setOpen] = useState(false);
  const isChosen = !rule.require_system_group && (isOpen || !isRole);
  const w = settingsWords();
  const locked = setting.locked !== undefined;
  return (
    <SettingRow isSaved={isSaved} isChoice>
      <Select
        label={label}
        hint={isChosen ? undefined : rowHint(hint, setting.locked)}
        error={isChosen ? undefined : error}
        disabled={locked}
        value={isChosen ? CHOSEN : String(shown)}
        options={[
          ...roles.map((group) => ({ value: String(group.id), label: groupTitle(group) })),
          ...(rule.require_system_group ? [] : [{ value: CHOSEN, label: w.chosenOnes }]),
        ]}
        onChange={(value) => {
          setOpen(value === CHOSEN);
          if (value !== CHOSEN) void change(Number(value));
        }}
      />
      {isChosen && (
        <Chosen
          {...{ label: w.whoOf(label), hint: rowHint(hint, setting.locked), error, roles, value: shown, locked }}
          onChange={(value) => void change(value)}
        />
      )}
    </SettingRow>
  );
}

interface ChosenProps {
  readonly label: string;
  readonly hint: ReturnType<typeof rowHint>;
  readonly error: string | undefined;
  readonly locked: boolean;
  readonly roles: readonly Group[];
  readonly value: GroupSettingValue;
  readonly onChange: (value: GroupSettingValue) => void;
}

/** The role that contains no one. It can't be combined with others, because it would add no one. */
const NOBODY_GROUP = "role:nobody";

function Chosen({ value, roles, locked, onChange, ...field }: ChosenProps) {
  const state = useClient().watch("groups", "users");
  const w = settingsWords();
  const { users, groups } = whoOf(value);
  const named = groups.filter((id) => groupById(state, id)?.name !== NOBODY_GROUP);
  const offered = [
    ...ownGroups(state),
    ...roles.filter(({ name }) => name !== NOBODY_GROUP),
    ...named.flatMap((id) => groupById(state, id) ?? []),
  ];
  const options: Pickable<string>[] = [...new Set(offered)].map((group) => ({
    ...pickableGroup(group, groupTitle(group)),
    id: `group-${group.id}`,
    detail: group.is_system_group ? w.role : w.group,
  }));
  for (const user of new Set([...peopleByName(state), ...users.flatMap((id) => userById(state, id) ?? [])]))
    options.push({ ...pickableUser(user), id: `user-${user.user_id}` });
  const save = (chosen: readonly string[]) => {
    const idsOf = (kind: "group" | "user") =>
      chosen.filter((id) => id.startsWith(kind)).map((id) => Number(id.slice(kind.length + 1)));
    const nobody = chosen.length === 0 ? roles.find(({ name }) => name === NOBODY_GROUP) : undefined;
    onChange(nobody?.id ?? valueNaming({ groups: idsOf("group"), users: idsOf("user") }));
  };
  return (
    <Picker
      {...field}
      quiet
      placeholder={w.addWho}
      disabled={locked}
      options={options}
      chosen={[...named.map((id) => `group-${id}`), ...users.map((id) => `user-${id}`)]}
      onChange={save}
    />
  );
}
