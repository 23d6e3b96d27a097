import { peopleByName } from "../../../../model/people/people.ts";
import { groupsWords } from "../../../../words/settings/organization/groups.ts";
import { UserPicker } from "../../../pickers.tsx";
import "../../../dialogs/dialogs.css";
import { useState } from "preact/hooks";
import { LONGEST_GROUP_DESCRIPTION, LONGEST_GROUP_NAME } from "../../../../../protocol/text-lengths.ts";
import type { Client } from "../../../../client/client.ts";
import { Field } from "../../../../parts/fields/field.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";

/** Asks for the name, description and members of a new group, and opens its page. */
export function CreateGroup({ client }: { readonly client: Client }) {
  const state = client.watch("users");
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [members, setMembers] = useState<readonly number[]>([state.user_id]);
  const w = groupsWords();
  const create = async () => {
    const { group_id } = await client.api.post<{ group_id: number }>("/user_groups/create", {
      name: name.trim(),
      description: description.trim(),
      members,
    });
    client.toast({ text: w.created(name.trim()) });
    client.go({ view: "settings", section: `groups/${group_id}` });
  };
  return (
    <Dialog title={w.rows.create} submit={w.createAction} disabled={name.trim() === ""} onSubmit={create}>
      <Field label={w.name} value={name} onInput={setName} maxLength={LONGEST_GROUP_NAME} autofocus />
      <Field
        label={w.description}
        value={description}
        onInput={setDescription}
        maxLength={LONGEST_GROUP_DESCRIPTION}
        lines={2}
      />
      <UserPicker label={w.direct} users={peopleByName(state)} chosen={members} onChange={setMembers} />
    </Dialog>
  );
}
