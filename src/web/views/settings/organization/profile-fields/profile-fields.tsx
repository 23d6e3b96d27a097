import { type Client, useClient } from "../../../../client/client.ts";
import type { ProfileField } from "../../../../model/state.ts";
import { SortableList } from "../../../../parts/lists/sortable-list.tsx";
import { confirm } from "../../../../parts/overlays/confirm.tsx";
import { ToolButton } from "../../../../parts/tool-button.tsx";
import { profileFieldsWords } from "../../../../words/settings/organization/profile-fields.ts";
import { attempt } from "../../../attempt.ts";
import { openDialog } from "../../../dialogs/open-dialog.tsx";
import { Entry, EntryGroup, useAdministratorsLock } from "../../entry.tsx";
import { ProfileFieldDialog } from "./profile-field-dialog.tsx";

/** The profile fields that people can fill in besides their names. */
export function ProfileFields() {
  const client = useClient();
  const { custom_profile_fields: fields } = client.watch("realm");
  const locked = useAdministratorsLock();
  const isLocked = locked !== undefined;
  const w = profileFieldsWords();
  return (
    <EntryGroup
      title={w.title}
      quiet
      hint={w.hint}
      locked={locked}
      add={w.add}
      onAdd={() => openDialog(client, <ProfileFieldDialog />)}
      none={fields.length === 0 ? w.none : undefined}
    >
      <SortableList
        label={w.title}
        items={fields.toSorted((a, b) => a.order - b.order)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        disabled={isLocked}
        onOrder={(order) => void reorder(client, order)}
        row={(field) => (
          <Entry title={field.name} facts={factsOf(field)}>
            <ToolButton
              icon="pencil"
              label={w.edit(field.name)}
              disabled={isLocked}
              onClick={() => openDialog(client, <ProfileFieldDialog field={field} />)}
            />
            <ToolButton
              icon="trash-2"
              label={w.remove(field.name)}
              disabled={isLocked}
              onClick={() => void remove(client, field)}
            />
          </Entry>
        )}
      />
    </EntryGroup>
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

async function reorder(client: Client, fields: readonly ProfileField[]): Promise<void> {
  const before = client.watch().custom_profile_fields;
  const assume = (now: readonly ProfileField[]) => client.assume({ type: "custom_profile_fields", fields: now });
  assume(fields.map((field, order) => ({ ...field, order })));
  const order = fields.map(({ id }) => id);
  if (!(await attempt(client, () => client.api.patch("/realm/profile_fields", { order })))) assume(before);
}

async function remove(client: Client, { id, name }: ProfileField): Promise<void> {
  const w = profileFieldsWords();
  const question = { title: w.removeTitle(name), text: w.removeText, action: w.removeAction, danger: true };
  if (!(await confirm(question))) return;
  if (await attempt(client, () => client.api.delete(`/realm/profile_fields/${id}`)))
    client.toast({ text: w.removed(name) });
}
