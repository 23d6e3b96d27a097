import { useMemo, useState } from "preact/hooks";
import type { GroupSettingValue } from "../../../../protocol/group-setting-value.ts";
import { useClient } from "../../../client/client.ts";
import { ownGroups } from "../../../model/channels/membership.ts";
import { indexed, ranked } from "../../../model/completion/ranked.ts";
import { rolesFor, valueNaming, whoOf } from "../../../model/organization/permission-values.ts";
import { groupById } from "../../../model/people/groups.ts";
import { peopleByName } from "../../../model/people/people.ts";
import { userById } from "../../../model/people/users.ts";
import type { Group, PermissionRule, User } from "../../../model/state.ts";
import { type Pill, PillInput } from "../../../parts/fields/pill-input.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Avatar } from "../../../parts/signs/avatar.tsx";
import { settingsWords } from "../../../words/settings/settings.ts";
import { type Setting, useSaving } from "./setting.ts";
import { rowHint, SettingRow } from "./setting-row.tsx";

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly setting: Setting<GroupSettingValue>;
  /** The rule that says which groups can have the permission. */
  readonly rule: PermissionRule;
}

/** The name that is shown for a group. The name of a role says who is in it. */
export function groupTitle({ is_system_group, name }: Pick<Group, "is_system_group" | "name">): string {
  const titles: Readonly<Record<string, string>> = settingsWords().groups;
  return (is_system_group && titles[name]) || name;
}

/** The option that opens a field for people and groups, while a role is chosen in one step. */
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

/** Whether a group can be one of several: `role:nobody` adds no one to them. */
const isSomebody = ({ name }: Group) => name !== "role:nobody";

function Chosen({ value, roles, locked, onChange, ...field }: ChosenProps) {
  const state = useClient().watch("groups", "users");
  const w = settingsWords();
  const groups = [...ownGroups(state), ...roles.filter(isSomebody)];
  const people = peopleByName(state);
  const index = useMemo(
    () => [
      ...indexed<Group | User>(groups, (group) => [groupTitle(group as Group)]),
      ...indexed<Group | User>(people, (user) => [(user as User).full_name]),
    ],
    [groups.length, people],
  );
  const named = whoOf(value);
  const who = {
    users: named.users,
    groups: named.groups.filter((id) => {
      const group = groupById(state, id);
      return group === undefined || isSomebody(group);
    }),
  };
  const pillOf = (thing: Group | User): Pill =>
    "user_id" in thing
      ? {
          id: `user-${thing.user_id}`,
          label: thing.full_name,
          before: <Avatar name={thing.full_name} id={thing.user_id} src={thing.avatar_url} size="s" />,
        }
      : {
          id: `group-${thing.id}`,
          label: groupTitle(thing),
          detail: thing.is_system_group ? w.role : w.group,
          before: <Icon name="users" size={14} />,
        };
  const pills = [
    ...who.groups.flatMap((id) => groupById(state, id) ?? []),
    ...who.users.flatMap((id) => userById(state, id) ?? []),
  ].map(pillOf);
  const taken = new Set(pills.map(({ id }) => id));
  const save = (groups: readonly number[], users: readonly number[]) => {
    const nobody = groups.length === 0 && users.length === 0 ? roles.find((role) => !isSomebody(role)) : undefined;
    onChange(nobody?.id ?? valueNaming({ groups, users }));
  };
  const without = (id: Pill["id"]) =>
    save(
      who.groups.filter((one) => `group-${one}` !== id),
      who.users.filter((one) => `user-${one}` !== id),
    );
  const add = (id: string) => {
    const [kind, number] = id.split("-");
    if (kind === "group") save([...who.groups, Number(number)], who.users);
    else save(who.groups, [...who.users, Number(number)]);
  };
  return (
    <PillInput
      {...field}
      quiet
      placeholder={w.addWho}
      disabled={locked}
      pills={pills}
      search={(typed) =>
        ranked(index, typed, { limit: 8 + pills.length })
          .map(pillOf)
          .filter(({ id }) => !taken.has(id))
          .slice(0, 8)
      }
      onAdd={({ id }) => add(String(id))}
      onRemove={({ id }) => without(id)}
    />
  );
}
