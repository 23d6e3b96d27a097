import { type Client, useClient } from "../../../../client/client.ts";
import type { ProfileField } from "../../../../model/state.ts";
import { confirm } from "../../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../../words/app.ts";
import { profileFieldsWords } from "../../../../words/settings/organization/customization.ts";
import { attempt } from "../../../attempt.ts";
import { EditableList } from "../../editable-list.tsx";
import { ProfileFieldDialog } from "./profile-field-dialog.tsx";

/** The profile fields that users can fill in, in addition to their names. */
export function ProfileFields() {
  const client = useClient();
  const { custom_profile_fields: fields } = client.watch("realm");
  const w = profileFieldsWords();
  return (
    <EditableList
      words={{ ...w, add: w.rows.add, edit: appWords().editNamed }}
      items={fields.toSorted((a, b) => a.order - b.order)}
      nameOf={({ name }) => name}
      factsOf={factsOf}
      dialog={(field) => <ProfileFieldDialog {...{ field }} />}
      onRemove={(field) => void remove(client, field)}
      saveOrder={(order) => client.api.patch("/realm/profile_fields", { order })}
    />
  );
}

function factsOf(field: ProfileField): string {
  const w = profileFieldsWords();
  const facts = [
    w.types[field.type],
    field.display_in_profile_summary === true && w.traits.summary,
    field.required && w.traits.required,
    !field.editable_by_user && w.traits.fixed,
  ];
  return facts.filter(Boolean).join(" · ");
}

async function remove(client: Client, { id, name }: ProfileField): Promise<void> {
  const w = profileFieldsWords();
  const question = { title: w.removeTitle(name), text: w.removeText, action: w.removeAction, danger: true };
  if (await confirm(question))
    await attempt(client, () => client.api.delete(`/realm/profile_fields/${id}`), { done: w.removed(name) });
}
