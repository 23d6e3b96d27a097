import "../own.css";
import {
  MAX_FULL_NAME_LENGTH,
  MAX_LONG_VALUE_LENGTH,
  MAX_SHORT_VALUE_LENGTH,
} from "../../../../../protocol/text-lengths.ts";
import { useClient } from "../../../../client/client.ts";
import { peopleByName } from "../../../../model/people/people-by-name.ts";
import { choicesOfField, FIELD_TYPES, me, serviceOfField, usersOf } from "../../../../model/people/profile.ts";
import type { ProfileField } from "../../../../model/state.ts";
import { profileWords } from "../../../../words/settings/own/account.ts";
import { PersonFacts, PersonHead } from "../../../people/person-parts.tsx";
import { UserPicker } from "../../../pickers.tsx";
import { SettingSelect } from "../../rows/setting-choice.tsx";
import { SettingText } from "../../rows/setting-field.tsx";
import { lockable, type Setting, SettingGroup, SettingRow, useSaving } from "../../rows/setting-row.tsx";
import { ProfilePicture } from "./profile-picture.tsx";

export function Profile() {
  const client = useClient();
  const state = client.watch("account", "realm");
  const isLocked = (state.realm_name_changes_disabled || state.server_name_changes_disabled) && !state.is_admin;
  const w = profileWords();
  return (
    <>
      <section class="setting-group" aria-label={w.rows.full_name}>
        <SettingText
          label={w.rows.full_name}
          maxLength={MAX_FULL_NAME_LENGTH}
          autocomplete="name"
          setting={{
            value: state.full_name,
            save: (full_name) => client.api.patch("/settings", { full_name }),
            locked: isLocked ? w.nameLocked : undefined,
          }}
        />
        <ProfilePicture />
      </section>
      {state.custom_profile_fields.length > 0 && (
        <SettingGroup title={w.rows.fields}>
          <ProfileFields />
        </SettingGroup>
      )}
      <SettingGroup title={w.rows.preview}>
        <div class="profile-card">
          <PersonHead user={state.user_id} size="l" />
          <PersonFacts user={state.user_id} />
        </div>
      </SettingGroup>
    </>
  );
}

function ProfileFields() {
  const client = useClient();
  const state = client.watch("realm", "users", "account");
  const values = me(state)?.profile_data ?? {};
  const w = profileWords();
  return [...state.custom_profile_fields]
    .sort((one, other) => one.order - other.order)
    .map((field) => {
      const { id } = field;
      const value = values[id]?.value ?? "";
      const setting: Setting<string> = {
        value,
        save: (next) =>
          next === ""
            ? client.api.delete("/users/me/profile_data", { data: [id] })
            : client.api.patch("/users/me/profile_data", { data: [{ id, value: next }] }),
        locked: field.editable_by_user || state.is_admin ? undefined : w.fieldLocked,
      };
      return <FieldRow key={id} field={field} setting={setting} />;
    });
}

interface RowProps {
  readonly field: ProfileField;
  /** The stored value, which is a string for every kind of field. */
  readonly setting: Setting<string>;
}

function FieldRow({ field, setting }: RowProps) {
  const w = profileWords();
  const hints = [field.hint, field.required && setting.value === "" && w.required].filter(Boolean);
  const shown = { label: field.name, hint: hints.length === 0 ? undefined : hints.join(" "), setting };
  switch (field.type) {
    case FIELD_TYPES.longText:
      return <SettingText {...shown} lines={3} maxLength={MAX_LONG_VALUE_LENGTH} />;
    case FIELD_TYPES.choice: {
      const options = [{ value: "", label: w.noChoice }, ...choicesOfField(field)];
      return <SettingSelect {...shown} options={options} />;
    }
    case FIELD_TYPES.date:
      return <SettingText {...shown} type="date" />;
    case FIELD_TYPES.link:
      return <SettingText {...shown} type="url" />;
    case FIELD_TYPES.people:
      return <PeopleRow {...shown} />;
    case FIELD_TYPES.account: {
      const service = serviceOfField(field);
      return (
        <SettingText
          {...shown}
          hint={shown.hint ?? (service === undefined ? undefined : w.username(service))}
          maxLength={MAX_SHORT_VALUE_LENGTH}
        />
      );
    }
    default:
      return <SettingText {...shown} maxLength={MAX_SHORT_VALUE_LENGTH} />;
  }
}

interface PeopleProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly setting: Setting<string>;
}

function PeopleRow({ label, hint, setting }: PeopleProps) {
  const state = useClient().watch("users");
  const { shown, change, isSaved, error } = useSaving(setting);
  return (
    <SettingRow isSaved={isSaved}>
      <UserPicker
        label={label}
        {...lockable(setting, hint)}
        error={error}
        users={peopleByName(state)}
        chosen={usersOf(shown)}
        onChange={(ids) => void change(ids.length === 0 ? "" : JSON.stringify(ids))}
      />
    </SettingRow>
  );
}
