import { useMemo, useState } from "preact/hooks";
import { useClient } from "../../../../client/client.ts";
import { settingsAddress } from "../../../../model/addresses/address.ts";
import { withoutItems } from "../../../../model/handlers.ts";
import { fold } from "../../../../model/match.ts";
import { possibleSubgroups } from "../../../../model/organization/permission-values.ts";
import { canAddMembers, canManageGroup, canRemoveMembers, membersOf } from "../../../../model/people/group-members.ts";
import { groupById } from "../../../../model/people/groups.ts";
import { peopleByName } from "../../../../model/people/people-by-name.ts";
import type { Group } from "../../../../model/state.ts";
import { ToolButton } from "../../../../parts/button.tsx";
import { SearchField } from "../../../../parts/fields/field.tsx";
import { Picker } from "../../../../parts/fields/picker.tsx";
import { Icon } from "../../../../parts/icon.tsx";
import { VirtualRows } from "../../../../parts/lists/virtual-rows.tsx";
import { appWords } from "../../../../words/app.ts";
import { compareNames } from "../../../../words/format.ts";
import { pickersWords } from "../../../../words/people.ts";
import { groupsWords } from "../../../../words/settings/organization/users.ts";
import { attempt, showDone } from "../../../attempt.ts";
import { nameOfUser } from "../../../people/names.ts";
import { showPersonCard } from "../../../people/person-card.tsx";
import { UserFace } from "../../../people/user-face.tsx";
import { pickableGroup, UserPicker } from "../../../pickers.tsx";
import { useChosen } from "../../../use-chosen.ts";
import { groupTitle } from "../../rows/group-picker.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { SubmitForm } from "../../submit-form.tsx";

type Change = "add" | "delete" | "add_subgroups" | "delete_subgroups";

const ROW_HEIGHT = 45;
const SEARCH_SHOWN_ABOVE = 12;

/** A group's members: users, and groups whose members are members of this group, too. */
export function GroupMembers({ group }: { readonly group: Group }) {
  const client = useClient();
  const state = client.watch("groups", "users", "account", "realm");
  const [filter, setFilter] = useState("");
  const w = groupsWords();
  const app = appWords();
  const isOpen = !group.deactivated && !group.is_system_group;
  const canAdd = isOpen && canAddMembers(state, group);
  const canRemove = isOpen && canRemoveMembers(state, group);
  const canNest = isOpen && canManageGroup(state, group);
  const total = membersOf(state, group.id).size;
  const wanted = fold(filter.trim());
  const all = peopleByName(state);
  const { inIt, sorted } = useMemo(() => {
    const named = group.members.map((user) => ({ user, name: nameOfUser(state, user) }));
    return { inIt: new Set(group.members), sorted: named.sort((a, b) => compareNames(a.name, b.name)) };
  }, [group.members, all]);
  const members = wanted === "" ? sorted : sorted.filter(({ name }) => fold(name).includes(wanted));
  const others = useMemo(() => all.filter(({ user_id }) => !inIt.has(user_id)), [inIt, all]);
  const [people, setPeople] = useChosen(others.map(({ user_id }) => user_id));
  const change = (what: Change, ids: readonly number[]) =>
    attempt(client, () => client.api.post(`/user_groups/${group.id}/members`, { [what]: ids }));
  const remove = async (user: number, name: string) => {
    if (await change("delete", [user])) showDone(client, pickersWords().removed(name), () => change("add", [user]));
  };
  return (
    <SettingGroup title={w.who} hint={w.total(total)}>
      {canAdd && (
        <SubmitForm
          class="group-add"
          submit={app.add}
          disabled={people.length === 0}
          onSubmit={async () => {
            if (await change("add", people)) setPeople((now) => withoutItems(now, people));
          }}
        >
          <UserPicker label={pickersWords().addPeople} users={others} chosen={people} onChange={setPeople} />
        </SubmitForm>
      )}
      {group.members.length > SEARCH_SHOWN_ABOVE && (
        <SearchField label={w.findMember} value={filter} onInput={setFilter} />
      )}
      {members.length > 0 && (
        <section aria-label={w.direct}>
          <VirtualRows
            items={members}
            height={ROW_HEIGHT}
            row={({ user, name }) => (
              <li key={user} class="settings-item">
                <UserFace user={user} size="s" plain />
                <span class="settings-item-name">
                  <button
                    type="button"
                    class="people-open one-line group-member"
                    aria-haspopup="dialog"
                    onClick={(event) => showPersonCard(user, event.currentTarget)}
                  >
                    {name}
                  </button>
                </span>
                {canRemove && (
                  <ToolButton icon="x" size="s" label={app.removeNamed(name)} onClick={() => void remove(user, name)} />
                )}
              </li>
            )}
          />
        </section>
      )}
      {(group.direct_subgroup_ids.length > 0 || canNest) && (
        <section class="settings-form" aria-label={w.subgroups}>
          <div>
            <h3 class="field-label">{w.subgroups}</h3>
            <p class="field-hint">{w.subgroupsHint}</p>
          </div>
          <ul>
            {group.direct_subgroup_ids
              .flatMap((id) => groupById(state, id) ?? [])
              .map((one) => (
                <li key={one.id} class="settings-item">
                  <Icon name="users" />
                  <a class="settings-item-name" href={settingsAddress(`groups/${one.id}`)}>
                    {groupTitle(one)}
                  </a>
                  {canNest && (
                    <ToolButton
                      icon="x"
                      size="s"
                      label={app.removeNamed(groupTitle(one))}
                      onClick={() => void change("delete_subgroups", [one.id])}
                    />
                  )}
                </li>
              ))}
          </ul>
          {canNest && <NewSubgroups group={group} add={(groups) => change("add_subgroups", groups)} />}
        </section>
      )}
    </SettingGroup>
  );
}

interface NewSubgroupsProps {
  readonly group: Group;
  readonly add: (groups: readonly number[]) => Promise<boolean>;
}

function NewSubgroups({ group, add }: NewSubgroupsProps) {
  const possible = possibleSubgroups(useClient().watch("groups"), group);
  const [groups, setGroups] = useChosen(possible.map(({ id }) => id));
  const w = groupsWords();
  return (
    <SubmitForm
      class="group-add"
      submit={appWords().add}
      disabled={groups.length === 0}
      onSubmit={async () => {
        if (await add(groups)) setGroups((now) => withoutItems(now, groups));
      }}
    >
      <Picker
        label={w.addGroups}
        placeholder={w.addGroups}
        options={possible.map((one) => pickableGroup(one, groupTitle(one)))}
        chosen={groups}
        onChange={setGroups}
      />
    </SubmitForm>
  );
}
