import { useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { groupById } from "../../../../model/people/groups.ts";
import { Select } from "../../../../parts/fields/choice.tsx";
import { peopleWords } from "../../../../words/people.ts";
import { loginServicesWords } from "../../../../words/settings/organization/login-services.ts";
import { SettingSelect } from "../../rows/setting-choice.tsx";
import { SettingText } from "../../rows/setting-field.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { useWhole } from "../../use-whole.ts";
import { NewRule, RuleList } from "../rule-list.tsx";
import {
  type GroupRule,
  type LoginConnection,
  loadConnections,
  MAX_RULES,
  OTHERWISE,
  ROLES,
  type RoleRule,
  type useConnectionSettings,
} from "./connection.ts";

interface Props {
  readonly connection: LoginConnection;
  readonly setting: ReturnType<typeof useConnectionSettings>;
}

/** The roles and groups that users get at each login based on the service's claims. */
export function ClaimRules({ connection, setting }: Props) {
  const client = useClient();
  const state = client.watch("groups");
  const w = loginServicesWords();
  const { roles } = peopleWords();
  const present = async () => (await loadConnections(client)).find(({ id }) => id === connection.id) ?? connection;
  const changeRoles = useWhole(async () => (await present()).role_rules, setting("role_rules").save);
  const changeGroups = useWhole(async () => (await present()).group_rules, setting("group_rules").save);
  const nameOfGroup = (id: number) => groupById(state, id)?.name ?? String(id);
  return (
    <>
      <SettingGroup title={w.roles} hint={w.rolesHint}>
        <SettingText label={w.roleClaim} hint={w.claimHint} setting={setting("role_claim")} />
        <SettingSelect
          label={w.otherwise}
          options={OTHERWISE.map((value) => ({ value, label: value === "unchanged" ? w.unchanged : roles[value] }))}
          setting={setting("role_otherwise")}
        />
      </SettingGroup>
      <RuleList
        words={w.roleRules}
        rules={connection.role_rules}
        most={MAX_RULES}
        disabled={connection.role_claim === ""}
        nameOf={({ value }) => value}
        factsOf={({ role }) => roles[role]}
        dialog={(add) => <NewRoleRule add={add} />}
        onChange={changeRoles}
      />
      <SettingGroup title={w.groups} hint={w.groupsHint}>
        <SettingText label={w.groupClaim} hint={w.claimHint} setting={setting("group_claim")} />
      </SettingGroup>
      <RuleList
        words={w.groupRules}
        rules={connection.group_rules}
        most={MAX_RULES}
        disabled={connection.group_claim === ""}
        nameOf={({ value }) => value}
        factsOf={({ group_id }) => nameOfGroup(group_id)}
        dialog={(add) => <NewGroupRule add={add} />}
        onChange={changeGroups}
      />
    </>
  );
}

function NewRoleRule({ add }: { readonly add: (rule: RoleRule) => Promise<unknown> }) {
  const [role, setRole] = useState<RoleRule["role"]>("administrator");
  const w = loginServicesWords();
  const { roles } = peopleWords();
  return (
    <NewRule title={w.roleRules.add} label={w.value} hint={w.valueHint} add={(value) => add({ value, role })}>
      <Select
        label={w.role}
        value={role}
        options={ROLES.map((one) => ({ value: one, label: roles[one] }))}
        onChange={setRole}
      />
    </NewRule>
  );
}

function NewGroupRule({ add }: { readonly add: (rule: GroupRule) => Promise<unknown> }) {
  const state = useClient().watch("groups");
  const groups = state.realm_user_groups
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const [group, setGroup] = useState(groups[0]?.id);
  const w = loginServicesWords();
  return (
    <NewRule
      title={w.groupRules.add}
      label={w.value}
      hint={w.valueHint}
      isReady={group !== undefined}
      add={(value) => group !== undefined && add({ value, group_id: group })}
    >
      {group === undefined ? (
        <p>
          <a href="#groups">{w.noGroups}</a>
        </p>
      ) : (
        <Select
          label={w.group}
          value={group}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setGroup}
        />
      )}
    </NewRule>
  );
}
