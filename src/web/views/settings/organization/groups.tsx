import { appWords } from "../../../words/app.ts";
import { channelsWords } from "../../../words/channels.ts";
import "./users.css";
import { useState } from "preact/hooks";
import { MAX_GROUP_DESCRIPTION_LENGTH, MAX_GROUP_NAME_LENGTH } from "../../../../protocol/text-lengths.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { settingsAddress } from "../../../model/addresses/address.ts";
import { fold } from "../../../model/match.ts";
import { canJoinGroup, canLeaveGroup, membersOf } from "../../../model/people/group-members.ts";
import { isMember } from "../../../model/people/groups.ts";
import { peopleByName } from "../../../model/people/people-by-name.ts";
import { hasPermission } from "../../../model/people/permissions.ts";
import type { Group, State } from "../../../model/state.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/fields/choice.tsx";
import { Field, SearchField } from "../../../parts/fields/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { VirtualRows } from "../../../parts/lists/virtual-rows.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { Empty } from "../../../parts/progress.tsx";
import { compareNames } from "../../../words/format.ts";
import { groupsWords } from "../../../words/settings/organization/users.ts";
import { attempt } from "../../attempt.ts";
import { UserPicker } from "../../pickers.tsx";
import { useChosen } from "../../use-chosen.ts";
import { useFields } from "../../use-fields.ts";
import type { SectionProps } from "../section.ts";
import { GroupPage } from "./groups/group-page.tsx";

type List = "your" | "all" | "deactivated";
const LISTS: readonly List[] = ["your", "all", "deactivated"];
const ROW_HEIGHT = 65;

/** The list of user groups, or a single group's page if the URL has its id. */
export function Groups({ path }: SectionProps) {
  const id = Number(path[0]);
  if (Number.isInteger(id) && path[0] !== "") return <GroupPage key={id} id={id} />;
  return <GroupList key={path[0]} first={LISTS.find((list) => list === path[0]) ?? "all"} />;
}

function groupsOn(state: State, list: List, text: string): readonly Group[] {
  const wanted = fold(text.trim());
  return state.realm_user_groups
    .filter((group) => !group.is_system_group && group.deactivated === (list === "deactivated"))
    .filter((group) => list !== "your" || isMember(state, group.id, state.user_id))
    .filter((group) => fold(`${group.name} ${group.description}`).includes(wanted))
    .sort((a, b) => compareNames(a.name, b.name));
}

function GroupList({ first }: { readonly first: List }) {
  const client = useClient();
  const state = client.watch("groups", "users", "account", "realm");
  const [text, setText] = useState("");
  const [list, setList] = useState<List>(first);
  const groups = groupsOn(state, list, text);
  const canCreate = hasPermission(state, "can_create_groups");
  const w = groupsWords();
  const create = () => client.show(<CreateGroup client={client} />);
  const isSought = text.trim() !== "";
  return (
    <>
      <div class="people-tools">
        <SearchField label={w.rows.find} value={text} onInput={setText} />
        <Choice
          label={w.which}
          quiet
          as="row"
          value={list}
          options={LISTS.map((value) => ({ value, label: w.lists[value] }))}
          onChange={setList}
        />
        <Button icon="plus" disabled={!canCreate} onClick={create}>
          {w.rows.create}
        </Button>
      </div>
      {!canCreate && <p class="settings-note">{w.createLocked}</p>}
      {groups.length > 0 ? (
        <VirtualRows
          class="people-rows"
          items={groups}
          height={ROW_HEIGHT}
          row={(group) => <GroupRow key={group.id} group={group} />}
        />
      ) : isSought ? (
        <Empty icon="search" title={w.noneFound} text={w.noneFoundText} />
      ) : list === "deactivated" ? (
        <Empty icon="users" title={w.noneDeactivated} />
      ) : (
        <Empty icon="users" title={list === "your" ? w.noneYours : w.none} text={w.noneText}>
          {canCreate && (
            <Button kind="primary" onClick={create}>
              {w.rows.create}
            </Button>
          )}
        </Empty>
      )}
    </>
  );
}

function GroupRow({ group }: { readonly group: Group }) {
  const client = useClient();
  const state = client.watch("groups", "users", "account", "realm");
  const isIn = group.members.includes(state.user_id);
  const app = appWords();
  const canChange = !group.deactivated && (isIn ? canLeaveGroup(state, group) : canJoinGroup(state, group));
  const change = () =>
    attempt(client, () =>
      client.api.post(`/user_groups/${group.id}/members`, { [isIn ? "delete" : "add"]: [state.user_id] }),
    );
  return (
    <li class="people-row">
      <span class="people-sign">
        <Icon name="users" />
      </span>
      <div class="people-who">
        <p class="people-name">
          <a class="people-open one-line group-link" href={settingsAddress(`groups/${group.id}`)}>
            {group.name}
          </a>
        </p>
        <p class="people-facts people-parts">
          <span>
            {channelsWords().members(membersOf(state, group.id).size)}
            {group.description !== "" && " · "}
          </span>
          <span class="one-line">{group.description}</span>
        </p>
      </div>
      {canChange && (
        <div class="group-join">
          <Button run={change}>{isIn ? app.leave : app.join}</Button>
        </div>
      )}
    </li>
  );
}

function CreateGroup({ client }: { readonly client: Client }) {
  const state = client.watch("users");
  const { field, texts } = useFields({ name: "", description: "" });
  const users = peopleByName(state);
  const [members, setMembers] = useChosen(
    users.map(({ user_id }) => user_id),
    [state.user_id],
  );
  const w = groupsWords();
  const app = appWords();
  const create = async () => {
    const { group_id } = await client.api.post<{ group_id: number }>("/user_groups/create", { ...texts, members });
    client.toast({ text: w.created(texts.name) });
    client.go({ view: "settings", section: `groups/${group_id}` });
  };
  return (
    <Dialog title={w.rows.create} submit={w.createAction} disabled={texts.name === ""} onSubmit={create}>
      <Field label={app.name} {...field("name")} maxLength={MAX_GROUP_NAME_LENGTH} autofocus />
      <Field label={app.description} {...field("description")} maxLength={MAX_GROUP_DESCRIPTION_LENGTH} lines={2} />
      <UserPicker label={w.who} users={users} chosen={members} onChange={setMembers} />
    </Dialog>
  );
}
