import { useClient } from "../../../client/client.ts";
import { profileWords } from "../../../words/settings-profile-words.ts";
import { SettingText } from "../rows/setting-text.tsx";

/** How others see one. */
export function Profile() {
  const client = useClient();
  const state = client.watch("account", "realm");
  const isLocked = (state.realm_name_changes_disabled || state.server_name_changes_disabled) && !state.is_admin;
  const w = profileWords();
  return (
    <SettingText
      label={w.rows.full_name}
      hint={w.nameHint}
      maxLength={100}
      setting={{
        value: state.full_name,
        save: (full_name) => client.api.patch("/settings", { full_name }),
        locked: isLocked ? w.nameLocked : undefined,
      }}
    />
  );
}
