import { profileWords } from "../../../../words/settings/own/profile.ts";
import "./profile.css";
import { LONGEST_FULL_NAME } from "../../../../../protocol/text-lengths.ts";
import { useClient } from "../../../../client/client.ts";
import { PersonFacts, PersonHead } from "../../../people/person-parts.tsx";
import { SettingGroup } from "../../rows/setting-row.tsx";
import { SettingText } from "../../rows/setting-text.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { ProfilePicture } from "./profile-picture.tsx";

/** The profile that others see: name, picture, and the fields of the organization. */
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
          maxLength={LONGEST_FULL_NAME}
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
