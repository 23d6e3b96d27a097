import { useState } from "preact/hooks";
import {
  MAX_FULL_NAME_LENGTH,
  MAX_LONG_VALUE_LENGTH,
  MAX_SHORT_VALUE_LENGTH,
} from "../../../../../protocol/text-lengths.ts";
import type { Client } from "../../../../client/client.ts";
import { peopleByName } from "../../../../model/people/people-by-name.ts";
import { choicesOfField, FIELD_TYPES, usersOf } from "../../../../model/people/profile.ts";
import type { ProfileField, User } from "../../../../model/state.ts";
import { Select } from "../../../../parts/fields/choice.tsx";
import { Field } from "../../../../parts/fields/field.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../../words/app.ts";
import { usersWords } from "../../../../words/settings/organization/users.ts";
import { UserPicker } from "../../../pickers.tsx";
import { withFreshLogin } from "../../../reauthentication/with-fresh-login.tsx";
import { useChanges } from "../../../use-fields.ts";

export function EditPerson({ client, user }: { readonly client: Client; readonly user: User }) {
  const state = client.watch("realm", "users");
  const [name, setName] = useState(user.full_name);
  const [email, setEmail] = useState(user.delivery_email ?? "");
  const [values, setValues] = useState<Readonly<Record<number, string>>>({});
  const changed = useChanges({
    full_name: name.trim(),
    ...(user.delivery_email !== null && { new_email: email.trim() }),
  });
  const w = usersWords();
  const app = appWords();
  const fields = [...state.custom_profile_fields].sort((a, b) => a.order - b.order);
  const before = (field: ProfileField) => user.profile_data?.[field.id]?.value ?? "";
  const save = async () => {
    const profile_data = fields.flatMap((field) => {
      const value = values[field.id];
      if (value === undefined || value === before(field)) return [];
      return [
        { id: field.id, value: value === "" ? null : field.type === FIELD_TYPES.people ? usersOf(value) : value },
      ];
    });
    const changes = { ...changed, ...(profile_data.length > 0 && { profile_data }) };
    if (Object.keys(changes).length === 0) return true;
    return (await withFreshLogin(client, () => client.api.patch(`/users/${user.user_id}`, changes))) !== undefined;
  };
  return (
    <Dialog
      title={app.editNamed(user.full_name)}
      submit={app.save}
      disabled={name.trim() === "" || (user.delivery_email !== null && email.trim() === "")}
      onSubmit={save}
    >
      <Field label={app.name} value={name} onInput={setName} maxLength={MAX_FULL_NAME_LENGTH} autofocus />
      {user.delivery_email !== null && (
        <Field label={w.email} hint={w.emailHint} type="email" value={email} onInput={setEmail} autocomplete="off" />
      )}
      {fields.map((field) => (
        <ProfileInput
          key={field.id}
          {...{ client, field }}
          value={values[field.id] ?? before(field)}
          onChange={(value) => setValues({ ...values, [field.id]: value })}
        />
      ))}
    </Dialog>
  );
}

interface InputProps {
  readonly client: Client;
  readonly field: ProfileField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ProfileInput({ client, field, value, onChange }: InputProps) {
  const w = usersWords();
  const state = client.watch("users");
  const about = { label: field.name, hint: field.hint === "" ? undefined : field.hint };
  switch (field.type) {
    case FIELD_TYPES.choice: {
      const options = [{ value: "", label: w.notSaid }, ...choicesOfField(field)];
      return <Select {...about} value={value} options={options} onChange={onChange} />;
    }
    case FIELD_TYPES.people:
      return (
        <UserPicker
          {...about}
          users={peopleByName(state)}
          chosen={usersOf(value)}
          onChange={(chosen) => onChange(chosen.length === 0 ? "" : JSON.stringify(chosen))}
        />
      );
    case FIELD_TYPES.longText:
      return <Field {...about} value={value} onInput={onChange} lines={3} maxLength={MAX_LONG_VALUE_LENGTH} />;
    case FIELD_TYPES.date:
      return <Field {...about} type="date" value={value} onInput={onChange} />;
    case FIELD_TYPES.link:
      return <Field {...about} type="url" value={value} onInput={onChange} />;
    default:
      return <Field {...about} value={value} onInput={onChange} maxLength={MAX_SHORT_VALUE_LENGTH} />;
  }
}
